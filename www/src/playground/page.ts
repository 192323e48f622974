/** The playground: an editor with a game, and a frame in which its seats and the debug panel are. */
import { decode, encode } from './share.ts';
import type { Editor } from './editor.ts';
import type { Stage } from './sandbox.ts';

/** Name of the file in the editor, which errors show. */
const FILE = 'game.tsx';

/** Elements of the page. */
interface Elements {
  root: HTMLElement;
  editor: HTMLElement;
  table: HTMLElement;
  output: HTMLElement;
  status: HTMLElement;
  examples: HTMLSelectElement;
}

/** Opens the playground of the page. */
export async function openPlayground(root: HTMLElement): Promise<void> {
  const find = <T extends HTMLElement>(part: string): T => {
    const found = root.querySelector<T>(`[data-part="${part}"]`);
    if (!found) throw new Error(`the playground has no ${part}`);
    return found;
  };
  const elements: Elements = {
    root, editor: find('editor'), table: find('table'), output: find('output'), status: find('status'), examples: find('examples'),
  };
  if (!('DecompressionStream' in globalThis && 'WebAssembly' in globalThis)) {
    elements.status.textContent = 'The playground needs a newer browser.';
    return;
  }
  await new Playground(elements).open();
}

class Playground {
  #elements: Elements;
  #editor: Editor | null = null;
  #stage: Stage | null = null;
  /** The address that the page has set itself. */
  #address = '';

  constructor(elements: Elements) {
    this.#elements = elements;
  }

  async open(): Promise<void> {
    const { root, examples, editor } = this.#elements;
    const { openEditor } = await import('./editor.ts');
    const text = editor.textContent ?? '';
    editor.replaceChildren();
    this.#editor = openEditor(editor, text.trimEnd(), 'The game', () => void this.run());
    root.querySelector('[data-action="run"]')?.addEventListener('click', () => void this.run());
    root.querySelector('[data-action="share"]')?.addEventListener('click', () => void this.share());
    examples.addEventListener('change', () => this.#useExample(examples.value));
    addEventListener('hashchange', () => { if (location.hash !== this.#address) void this.#useAddress(); });
    await this.#useAddress();
    for (const button of root.querySelectorAll<HTMLButtonElement>('button[disabled]')) button.disabled = false;
    examples.disabled = false;
  }

  /** Runs the game of the editor. */
  async run(): Promise<void> {
    const { table, output } = this.#elements;
    output.replaceChildren();
    this.#say('Loading the engine …');
    try {
      const [{ compile }, { Stage }, { note }] = await Promise.all([import('./compile.ts'), import('./sandbox.ts'), import('./output.ts')]);
      this.#stage ??= new Stage(table, 'The game');
      this.#stage.clear();
      await this.#stage.run(compile({ [FILE]: this.#editor?.text ?? '' }, FILE), (report) => {
        note(output, report);
        if (report.type === 'done') this.#say(report.isShown ? 'The game runs. Each change needs another run.' : 'The file exports no game. It needs `export const game = …`.');
        if (report.type === 'error') this.#say('The game has an error: it is below the game.');
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Puts the game into the address of the page, and copies it. */
  async share(): Promise<void> {
    try {
      this.#setAddress(`#code=${await encode(this.#editor?.text ?? '')}`);
    } catch (error) {
      this.#fail(error);
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say('The link has been copied.');
    } catch {
      this.#say('The address of this page is the link. It could not be copied.');
    }
  }

  #useExample(name: string): void {
    const example = [...this.#elements.root.querySelectorAll<HTMLElement>('[data-example]')].find(({ dataset }) => dataset['example'] === name);
    if (!example || !this.#editor) {
      this.#say('There is no such example.');
      return;
    }
    this.#elements.examples.value = name;
    this.#editor.text = (example.textContent ?? '').trimEnd();
    this.#setAddress(`#example=${name}`);
    void this.run();
  }

  /** Shows the game of the address. A game of a link waits for a click: somebody else has written it. */
  async #useAddress(): Promise<void> {
    const { examples, output } = this.#elements;
    const [, kind, value = ''] = /^#(code|example)=(.*)$/s.exec(location.hash) ?? [];
    if (kind === 'example') {
      this.#useExample(value);
      return;
    }
    if (kind !== 'code' || !this.#editor) {
      this.#say('Press Run, and play both seats.');
      return;
    }
    this.#stage?.clear();
    output.replaceChildren();
    try {
      this.#editor.text = await decode(value);
      examples.value = '';
      this.#say('This game comes from a link. Press Run to start it. It runs in a frame without access to this site.');
    } catch (error) {
      this.#fail(error);
    }
  }

  #setAddress(address: string): void {
    this.#address = address;
    history.replaceState(null, '', address);
  }

  #say(text: string): void {
    this.#elements.status.textContent = text;
  }

  #fail(error: unknown): void {
    this.#say(error instanceof Error ? error.message : String(error));
  }
}
