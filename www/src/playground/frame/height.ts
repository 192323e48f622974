/** Tells the page how much room the frame needs. */
import type { Report } from '../protocol.ts';

/** Calls `report` when the height of the content changes. */
export function watchHeight(report: (what: Report) => void): void {
  let last = -1;
  const observer = new ResizeObserver(() => {
    const isEmpty = document.body.innerText.trim() === '' && !document.body.querySelector('img, svg, canvas, input, button');
    const height = isEmpty ? 0 : document.documentElement.offsetHeight;
    if (height === last) return;
    last = height;
    report({ type: 'height', height });
  });
  observer.observe(document.body);
}
