/** Shows lines that a program prints, and its errors. */
import type { Report } from './protocol.ts';

/** Number of the newest lines that are shown. */
const MOST_LINES = 200;
/** Maximum length of a line, in characters. */
const MOST_CHARACTERS = 5_000;

/** Lines that the next frame shows, by list: a program may print thousands at once. */
const waiting = new WeakMap<Element, HTMLElement[]>();

/** Adds a report to a list. */
export function note(list: Element, report: Report): void {
  if (report.type !== 'console' && report.type !== 'error') return;
  const line = document.createElement('li');
  line.className = report.type === 'error' || report.isError ? 'error' : 'line';
  line.textContent = report.text.slice(0, MOST_CHARACTERS);
  const lines = waiting.get(list);
  if (lines) {
    lines.push(line);
    return;
  }
  waiting.set(list, [line]);
  requestAnimationFrame(() => {
    list.append(...waiting.get(list)?.slice(-MOST_LINES) ?? []);
    waiting.delete(list);
    while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
    list.scrollTop = list.scrollHeight;
  });
}
