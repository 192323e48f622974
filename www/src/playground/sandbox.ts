/** Runs programs in a sandboxed frame, which has no origin, no network and no storage. */
import css from './frame/frame.css?raw';
import type { Program, Report } from './protocol.ts';

/** Policy of the frame: its code comes from the page, and it requests nothing. WebAssembly and compiled modules need `unsafe-eval`. */
const POLICY = [
  "default-src 'none'", "script-src 'unsafe-inline' 'unsafe-eval'", "style-src 'unsafe-inline'", 'img-src data: blob:', 'font-src data:', 'media-src data: blob:',
].join(';');

/** Number of reports that a page reads: a program may send them without end. */
const MOST_REPORTS = 2_000;

let runtime: Promise<string> | undefined;

/** Loads what all frames run. */
export function loadRuntime(): Promise<string> {
  runtime ??= (async () => {
    const response = await fetch(`${import.meta.env.BASE_URL.replace(/\/*$/, '')}/playground/runtime.js`);
    if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
    return response.text();
  })();
  runtime.catch(() => { runtime = undefined; });
  return runtime;
}

/** A place of a page where one program runs at a time. */
export class Stage {
  #host: Element;
  #title: string;
  #end: (() => void) | null = null;
  /** Increases with each program: a newer one replaces one that is still loading. */
  #runs = 0;

  /** @param title name of the frame */
  constructor(host: Element, title: string) {
    [this.#host, this.#title] = [host, title];
  }

  /** Ends the program. */
  clear(): void {
    this.#runs += 1;
    this.#end?.();
    this.#end = null;
  }

  /** Ends the present program, and runs another one. Calls `report` with its reports. */
  async run(program: Program, report: (report: Report) => void): Promise<void> {
    this.clear();
    const run = this.#runs;
    const code = await loadRuntime();
    if (run === this.#runs) this.#end = open(this.#host, documentOf(code), this.#title, program, report);
  }
}

/** Opens a frame with a program. Returns a function that removes it. */
function open(host: Element, document: string, title: string, program: Program, report: (report: Report) => void): () => void {
  const frame = host.ownerDocument.createElement('iframe');
  frame.title = title;
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.srcdoc = document;
  let count = 0;
  const receive = ({ source, data }: MessageEvent<Report>) => {
    if (source !== frame.contentWindow) return;
    count += 1;
    if (count === 1) {
      frame.contentWindow?.postMessage(program, '*');
    } else if (count > MOST_REPORTS) {
      removeEventListener('message', receive);
      report({ type: 'error', text: `The program has sent more than ${MOST_REPORTS} reports. The page reads no more of them.` });
    } else if (isReport(data)) {
      report(data);
    }
  };
  addEventListener('message', receive);
  host.replaceChildren(frame);
  return () => {
    removeEventListener('message', receive);
    frame.remove();
  };
}

/** A program can send anything. */
function isReport(data: unknown): data is Report {
  const { type, text, height } = Object(data) as Record<string, unknown>;
  if (type === 'console' || type === 'error') return typeof text === 'string';
  return type === 'done' || (type === 'height' && typeof height === 'number');
}

function documentOf(code: string): string {
  const theme = document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><base href="about:srcdoc"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`
    + `<title>Game</title><style>${css}</style></head><body><div id="app"></div><div id="root"></div><script>${code.replaceAll('</script', '<\\/script')}</script></body></html>`;
}
