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

/** A frame that runs a program. */
export interface Sandbox {
  readonly frame: HTMLIFrameElement;
  /** Ends the program. */
  remove(): void;
}

/** Replaces the content of an element with a frame that runs a program. Calls `report` with what the program reports. */
export async function runIn(host: Element, program: Program, title: string, report: (report: Report) => void): Promise<Sandbox> {
  const code = await loadRuntime();
  const theme = document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.srcdoc = `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`
    + `<title>Game</title><style>${css}</style></head><body><div id="app"></div><div id="root"></div><script>${code.replaceAll('</script', '<\\/script')}</script></body></html>`;
  let count = 0;
  const receive = ({ source, data }: MessageEvent<Report>) => {
    if (source !== frame.contentWindow) return;
    count += 1;
    if (count > MOST_REPORTS) removeEventListener('message', receive);
    if (data?.type === 'ready') frame.contentWindow?.postMessage(program, '*');
    else if (data?.type) report(data);
  };
  addEventListener('message', receive);
  host.replaceChildren(frame);
  return {
    frame,
    remove() {
      removeEventListener('message', receive);
      frame.remove();
    },
  };
}
