/** Shows what a program prints, and its errors. */
import type { Report } from './protocol.ts';

/** Number of the newest lines that are shown. */
const MOST_LINES = 200;
/** Maximum length of a line, in characters. */
const MOST_CHARACTERS = 5_000;

/** Adds a report to a list. */
export function note(list: Element, report: Report): void {
  if (report.type !== 'console' && report.type !== 'error') return;
  const line = document.createElement('li');
  line.className = report.type === 'error' || report.level === 'error' ? 'error' : 'line';
  line.textContent = String(report.text).slice(0, MOST_CHARACTERS);
  list.append(line);
  while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
  list.scrollTop = list.scrollHeight;
}
