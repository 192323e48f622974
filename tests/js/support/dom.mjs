// What React and Vue look for when they are imported. To be imported before them.
import { Window } from 'happy-dom';

const window = new Window();
Object.assign(globalThis, {
  window, document: window.document, Element: window.Element, HTMLElement: window.HTMLElement, SVGElement: window.SVGElement,
  IS_REACT_ACT_ENVIRONMENT: true,
});
// Node's own cannot be assigned to.
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
