"""Completion of the command in a shell, made from the parser: commands, options, and files for what is left."""

from __future__ import annotations

import argparse


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return what a shell, one of `mecatol.options.SHELLS`, reads to complete the command."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands_of(parser), _options(parser))


def commands_of(parser: argparse.ArgumentParser) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """Return each command with what it does and its options with their help."""
    found = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in found._choices_actions}
    return {name: (helps[name], _options(each)) for name, each in found.choices.items()}


def _options(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    return [
        (option, (action.help or "").partition(" (default")[0])
        for action in parser._actions
        for option in action.option_strings
        if option.startswith("--")
    ]


type _Commands = dict[str, tuple[str, list[tuple[str, str]]]]
type _Options = list[tuple[str, str]]


def _names(options: _Options) -> str:
    return " ".join(option for option, _ in options)


def _bash(commands: _Commands, options: _Options) -> str:
    cases = "\n".join(f"        {name}) words='{_names(own)}' ;;" for name, (_, own) in commands.items())
    first = " ".join([*commands, *(option for option, _ in options)])
    return f"""_mecatol() {{
    local words= current=${{COMP_WORDS[COMP_CWORD]}}
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    [ "$COMP_CWORD" -eq 1 ] && words='{first}'
    [ "${{COMP_WORDS[1]}}" = completion ] && words='bash zsh fish'
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _mecatol mecatol"""


def _zsh_options(options: _Options) -> str:
    return " ".join(_zsh_option(*one) for one in options)


def _zsh(commands: _Commands, options: _Options) -> str:
    listed = "\n".join(f"    '{name}:{_zsh_text(says)}'" for name, (says, _) in commands.items())
    cases = "\n".join(
        f"    {name}) _arguments {_zsh_options(own)} '*:file:_files' ;;"
        for name, (_, own) in commands.items()
        if name != "completion"
    )
    return f"""#compdef mecatol
local -a commands=(
{listed}
)
if (( CURRENT == 2 )); then
    _describe command commands
    _arguments {_zsh_options(options)}
    return
fi
local command=$words[2]
shift words
(( CURRENT-- ))
case $command in
{cases}
    completion) _values shell bash zsh fish ;;
esac"""


def _zsh_text(text: str) -> str:
    return text.replace("'", "’").replace(":", "\\:").replace("[", "(").replace("]", ")")


def _zsh_option(option: str, says: str) -> str:
    return f"'{option}[{_zsh_text(says)}]'"


def _fish(commands: _Commands, options: _Options) -> str:
    none = "__fish_use_subcommand"
    lines = [f"complete -c mecatol -n {none} -a {name} -d {_quoted(says)}" for name, (says, _) in commands.items()]
    lines += [f"complete -c mecatol -n {none} -l {option[2:]} -d {_quoted(says)}" for option, says in options]
    for name, (_, own) in commands.items():
        seen = f"'__fish_seen_subcommand_from {name}'"
        lines += [f"complete -c mecatol -n {seen} -l {option[2:]} -d {_quoted(says)}" for option, says in own]
    lines.append("complete -c mecatol -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "’") + "'"
