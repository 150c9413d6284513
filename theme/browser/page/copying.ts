/** Copies text, also where the browser's clipboard is not at hand. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    document.body.append(field);
    const active = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (active instanceof HTMLElement) active.focus();
    return done;
  }
}
