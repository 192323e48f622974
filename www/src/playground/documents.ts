/** Examples of the documents that can be run and changed where they are. */
import { neededBy } from './imports.ts';
import type { Editor } from './editor.ts';
import type { Stage } from './sandbox.ts';

/** Maximum height of a result in pixels; it scrolls beyond. */
const MOST_HEIGHT = 560;
const LANGUAGES = ['js', 'jsx', 'ts', 'tsx'];
/** Examples that show something: a promised value, a line of the console, a game, or a component without props. */
const SHOWS = /\/\/ => |\bconsole\.|\bmoves: |^export (?:function|const) App\b/m;
/** A frame has no workers, and no address. */
const CANNOT_RUN = /\bserveBots\b|\bnew Worker\b|\bimport\.meta\b/;

/** An example: a block of code with the name of a file. */
interface Example {
  name: string;
  block: HTMLElement;
  text: string;
  editor: Editor | null;
}

/** Adds a button to each example of the page that a frame can run. */
export function offerExamples(content: ParentNode): void {
  const examples = new Map<string, Example>();
  for (const block of content.querySelectorAll<HTMLElement>('.expressive-code')) {
    const name = block.querySelector('.title')?.textContent?.trim();
    const language = block.querySelector('pre')?.dataset['language'] ?? '';
    const text = block.querySelector<HTMLElement>('.copy button')?.dataset['code']?.replaceAll('\u007f', '\n');
    if (name && text !== undefined && LANGUAGES.includes(language)) examples.set(name, { name, block, text, editor: null });
  }
  const sources = sourcesOf(examples);
  for (const example of examples.values()) {
    if (canRun(example, sources)) offer(example, examples);
  }
}

function canRun({ name, text }: Example, sources: Readonly<Record<string, string>>): boolean {
  const { files, missing } = neededBy(sources, name);
  return missing === null && SHOWS.test(text) && !files.some((file) => CANNOT_RUN.test(sources[file] ?? ''));
}

function sourcesOf(examples: ReadonlyMap<string, Example>): Record<string, string> {
  return Object.fromEntries([...examples.values()].map(({ name, text, editor }) => [name, editor?.text ?? text]));
}

/** The first click opens the example in an editor and runs it; later ones run what the editor has. */
function offer(example: Example, examples: ReadonlyMap<string, Example>): void {
  const tools = element('div', 'example-tools');
  const button = element('button', 'action');
  button.type = 'button';
  button.textContent = 'Run and edit';
  button.setAttribute('aria-label', `Run and edit ${example.name}`);
  tools.append(button);
  example.block.after(tools);
  // The styles of texts are not for these.
  const result = element('div', 'example-stage not-content');
  const output = element('ol', 'example-output not-content');
  output.setAttribute('aria-label', `Output of ${example.name}`);
  const status = element('p', 'example-status');
  status.setAttribute('role', 'status');
  let stage: Stage | null = null;

  const run = async (): Promise<void> => {
    output.replaceChildren();
    status.textContent = 'Loading the engine …';
    try {
      const [{ compile }, { Stage }, { note }, { openEditor }] = await Promise.all([
        import('./compile.ts'), import('./sandbox.ts'), import('./output.ts'), import('./editor.ts'),
      ]);
      if (!stage) {
        stage = new Stage(result, `Result of ${example.name}`);
        const place = element('div', 'example-editor not-content');
        example.block.after(place);
        example.editor = openEditor(place, example.text, example.name, () => void run());
        example.block.hidden = true;
        tools.after(result, output, status);
        button.textContent = 'Run';
        button.setAttribute('aria-label', `Run ${example.name}`);
      }
      await stage.run(compile(sourcesOf(examples), example.name), (report) => {
        note(output, report);
        if (report.type === 'height') result.style.setProperty('--height', `${Math.min(Number(report.height), MOST_HEIGHT)}px`);
        if (report.type === 'done') status.textContent = 'Done.';
        if (report.type === 'error') status.textContent = 'The example has an error.';
      });
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  button.addEventListener('click', () => void run());
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className });
}
