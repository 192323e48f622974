/** The board of the first page's game. It loads the engine when a player approaches it, and then plays the column that they have chosen. */
import type { Match } from './match.ts';

const NAMES: Record<string, string> = { 0: 'red', 1: 'blue' };

/** The part of a match that the board shows. */
export interface Shown {
  /** Owners of the discs in each column, from below. */
  columns: readonly (readonly string[])[];
  /** Discs of a line of four, as `column,row`. */
  line: ReadonlySet<string>;
  text: string;
  mayPlay: boolean;
}

/** Prepares the board: the first hover, focus or touch loads the engine. */
export function awaitPlayer(): void {
  const root = document.querySelector<HTMLElement>('#first-game');
  if (!root) return;
  let match: Promise<Match | null> | undefined;
  const begin = (): Promise<Match | null> => { match ??= load(root); return match; };

  for (const approach of ['pointerenter', 'focusin', 'touchstart']) root.addEventListener(approach, () => void begin(), { once: true, passive: true });
  root.addEventListener('click', async ({ target }) => {
    if (!(target instanceof Element)) return;
    const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (column !== undefined) (await begin())?.drop(Number(column));
    if (target.closest('[data-again]')) (await begin())?.again();
  });
}

async function load(root: HTMLElement): Promise<Match | null> {
  try {
    const { openMatch } = await import('./match.ts');
    return openMatch((shown) => show(root, shown));
  } catch (error) {
    console.error(error);
    statusOf(root).textContent = 'The game could not be loaded. Reload the page to try again.';
    return null;
  }
}

function show(root: HTMLElement, { columns, line, text, mayPlay }: Shown): void {
  columns.forEach((discs, column) => {
    const button = root.querySelector<HTMLElement>(`[data-column="${column}"]`);
    if (!button) return;
    button.ariaLabel = `Column ${column + 1}, ${discs.length === 0 ? 'empty' : `from below: ${discs.map((owner) => NAMES[owner]).join(', ')}`}`;
    button.ariaDisabled = mayPlay ? null : 'true';
    for (const hole of button.querySelectorAll<HTMLElement>('[data-row]')) {
      const row = Number(hole.dataset['row']);
      const owner = discs[row];
      if (owner === undefined) delete hole.dataset['owner'];
      else hole.dataset['owner'] = owner;
      hole.classList.toggle('is-won', line.has(`${column},${row}`));
    }
  });
  statusOf(root).textContent = text;
}

function statusOf(root: HTMLElement): HTMLElement {
  const found = root.querySelector<HTMLElement>('.four-status');
  if (!found) throw new Error('the board has no status');
  return found;
}
