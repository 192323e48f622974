import type { ClientEntry, Session, Tab } from './session.js';

/** Keys of boardgame.io's panes, with the tabs that have their content. */
const TAB_KEYS: Record<string, Tab> = { m: 'state', l: 'log', i: 'match', a: 'bots' };

/** Keys of events. */
const EVENT_KEYS: Record<string, string> = { endStage: '7', endTurn: '8', endPhase: '9' };

/** Returns the keys of moves by name, as boardgame.io assigns them: the first letters, or if two are the same, letters from `a` on. */
export function moveKeys(names: readonly string[]): Map<string, string> {
  const firsts = names.map((name) => name[0]);
  const isUnique = new Set(firsts).size === names.length && !firsts.some((key) => Object.hasOwn(TAB_KEYS, key));
  const letters = isUnique ? firsts : [...'abcdefghijklmnopqrstuvwxyz'].filter((key) => !Object.hasOwn(TAB_KEYS, key));
  return new Map(names.flatMap((name, i) => (letters[i] === undefined ? [] : [[name, letters[i]]])));
}

/** Returns the key of an event. */
export function eventKey(name: string): string | undefined {
  return Object.hasOwn(EVENT_KEYS, name) ? EVENT_KEYS[name] : undefined;
}

/** Listens to boardgame.io's keyboard shortcuts, unless the player types somewhere. Returns a function that ends this. */
export function listenToKeys(session: Session): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const [target] = event.composedPath() as HTMLElement[];
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(target)) return;
    if (event.key === '.') return session.toggle();
    const entry = session.selected;
    if (session.isOpen && entry && act(event.key, session, entry)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Returns `true` if the key has an effect. */
function act(key: string, session: Session, entry: ClientEntry): boolean {
  const { client } = entry;
  // A tab may have another meaning for a key.
  const button = session.root?.querySelector<HTMLButtonElement>(`.content button[data-key=${JSON.stringify(key)}]`);
  if (button) button.click();
  else if (key === '1') entry.run('reset', () => client.reset());
  else if (key === '2') entry.save();
  else if (key === '3') entry.restore();
  else if (key === 'Escape' && entry.shown) entry.preview(null, null);
  else if (Object.hasOwn(TAB_KEYS, key)) session.show(TAB_KEYS[key]);
  else return focusCall(key, session, entry);
  return true;
}

/** Shows the move or event with this key, and moves the focus to its arguments. */
function focusCall(key: string, session: Session, { client }: ClientEntry) {
  const [name] = [...moveKeys(Object.keys(client.moves))].find(([, its]) => its === key) ?? [Object.keys(client.events).find((event) => eventKey(event) === key)];
  if (name === undefined) return false;
  session.focus(name);
  return true;
}

function isTyping(target: HTMLElement | undefined) {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
}
