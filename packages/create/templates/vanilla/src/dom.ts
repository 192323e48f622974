/** A part of the page. `remove` ends what it has started. */
export interface Part {
  element: HTMLElement;
  remove: () => void;
}

/** Creates an element with properties and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]> = {}, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** Creates a button. */
export const button = (text: string, onclick: () => void) => el('button', { type: 'button', onclick }, text);

/** Changes a text. Screen readers announce it only if it differs. */
export function setText(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows these children and no others. An element that stays keeps the focus. */
export function setChildren(parent: HTMLElement, children: HTMLElement[]) {
  const isSame = children.length === parent.children.length && children.every((child, at) => child === parent.children[at]);
  if (isSame) return;
  const focused = document.activeElement;
  parent.replaceChildren(...children);
  if (focused instanceof HTMLElement && parent.contains(focused)) focused.focus();
}

/** Creates a number to choose. */
export function choice(label: string, values: number[], onchange: () => void = () => {}) {
  const select = el('select', { onchange });
  const offer = (numbers: number[]) => {
    const before = Number(select.value);
    select.replaceChildren(...numbers.map((number) => el('option', { value: String(number) }, String(number))));
    if (numbers.includes(before)) select.value = String(before);
  };
  offer(values);
  return { element: el('label', {}, label, select), offer, get value() { return Number(select.value); } };
}
