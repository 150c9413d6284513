/** The steps of a battle that is played out, written close together as solver/mecatol/scenario/history.py says it. */

const MOST = 400;
const TOKEN = /^[a-z0-9.+-]{1,24}$/;
const ROLL = /^(\d)\.(\d+)$/;
const CHANGE = /^(?:[a-f](?:[-+gr][1-9]\d*[acdfikmnpvwx])+)+$/;
const PIECE = /:(\d)(\d+),?|(\d)|'([a-z0-9.+-]+),|((?:[a-f](?:[-+gr]\d*[acdfikmnpvwx])+)+),?|([nos]|y[ab])/y;
const WORDS: Record<string, string> = { n: "none", o: "go-on", s: "stay", ya: "retreat-a", yb: "retreat-b" };

/** Whether something is a list of steps as Python names them (solver/mecatol/playing/tokens.py). */
export const isHistory = (found: any): boolean =>
  Array.isArray(found) && found.length <= MOST && found.every((token) => typeof token === "string" && TOKEN.test(token));

/** How a step is written by itself. */
function piece(token: string): string {
  const [letter] = Object.entries(WORDS).find(([, word]) => word === token) ?? [];
  if (letter || /^\d$/.test(token)) return letter ?? token;
  if (ROLL.test(token)) return token.replace(ROLL, ":$1$2");
  return CHANGE.test(token) ? token.replace(/([-+gr])1([a-z])/g, "$1$2") : `'${token},`;
}

/** Steps written close together. */
export const close = (tokens: string[]): string =>
  tokens.map(piece).reduce((text, next, at, all) => {
    const last = all[at - 1] ?? "";
    const parted = (last.startsWith(":") && /^\d/.test(next)) || (/^[a-f]/.test(last) && /^[a-f]/.test(next));
    return `${text}${parted ? "," : ""}${next}`;
  }, "");

/** The steps that were written close together; null for what nobody wrote so. */
export function spread(text: string): string[] | null {
  const found = [];
  PIECE.lastIndex = 0;
  for (let read = PIECE.exec(text); read; read = PIECE.exec(text)) {
    const [, hits, dice, digit, full, change, word = ""] = read;
    found.push(
      dice
        ? `${hits}.${dice}`
        : (change?.replace(/([-+gr])([a-z])/g, (_, does, unit) => `${does}1${unit}`) ?? digit ?? full ?? WORDS[word] ?? ""),
    );
  }
  return isHistory(found) && close(found) === text ? found : null;
}
