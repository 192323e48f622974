// The globals that React and Vue need when they are imported. Import this module before them.
import { Window } from 'happy-dom';

const window = new Window();
Object.assign(globalThis, {
  window, document: window.document, Element: window.Element, HTMLElement: window.HTMLElement, SVGElement: window.SVGElement,
  IS_REACT_ACT_ENVIRONMENT: true,
});
// Node's own cannot be assigned.
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
