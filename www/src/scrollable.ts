/** Code and tables that are wider than their place: keyboards reach those that scroll, and screen readers tell them apart. */

/** Marks what scrolls when the page has been drawn, and again whenever the window changes. */
export function watchScrollable(): void {
  // Safari has no idle callbacks. An earlier look at sizes would lay the page out one more time.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(mark);
  else setTimeout(mark, 200);
  addEventListener('resize', mark);
}

function mark(): void {
  const elements = [...document.querySelectorAll<HTMLElement>('main :is(pre, table)')];
  // All sizes are read before anything changes: the browser lays the page out once.
  const scrolling = elements.map((element) => element.scrollWidth > element.clientWidth);
  elements.forEach((element, at) => {
    const attributes = element.localName === 'table' ? { tabindex: '0' } : { tabindex: '0', role: 'region', 'aria-label': `Code ${at + 1}` };
    for (const [name, value] of Object.entries(attributes)) {
      if (scrolling[at]) element.setAttribute(name, value);
      else if (element.hasAttribute(name)) element.removeAttribute(name);
    }
  });
}
