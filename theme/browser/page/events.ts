/** What happens anywhere in the page, whose parts may come later (folds.ts). */

/** Lets `act` hear an event of whatever fits a selector, or is in it; with `first` before what hears it there. */
export function on<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  act: (found: any, event: DocumentEventMap[K]) => unknown,
  first: boolean = false,
): void {
  const heard = (event: DocumentEventMap[K]) => {
    const found = event.target instanceof Element && event.target.closest(selector);
    if (found) act(found, event);
  };
  document.addEventListener(type, heard, first);
}

/** Lets two keys lead back and forth through some stops, where one of them has the focus or none has. */
export function walk(event: KeyboardEvent, stops: HTMLElement[], keys: [back: string, forth: string] = ["ArrowUp", "ArrowDown"]): void {
  const at = Math.max(0, stops.indexOf(document.activeElement as HTMLElement));
  const next = keys.includes(event.key) && stops[at + (event.key === keys[0] ? -1 : 1)];
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}
