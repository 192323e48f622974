/** The program of a sandboxed frame: it receives a program from its page, runs it, and shows a game. */
import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as rondel from 'rondel';
import * as ai from 'rondel/ai';
import * as client from 'rondel/client';
import * as core from 'rondel/core';
import * as debug from 'rondel/debug';
import * as effects from 'rondel/effects';
import * as effectsReact from 'rondel/effects/react';
import * as master from 'rondel/master';
import * as multiplayer from 'rondel/multiplayer';
import * as plugins from 'rondel/plugins';
import * as rondelReact from 'rondel/react';
import * as testing from 'rondel/testing';
import type { PackageName, Program, Report } from '../protocol.ts';
import { textOf, watchConsole } from './console.ts';
import { watchHeight } from './height.ts';
import { gameOf, showGame } from './table.tsx';

const MODULES: Record<PackageName, unknown> = {
  rondel,
  'rondel/ai': ai,
  'rondel/client': client,
  'rondel/core': core,
  'rondel/debug': debug,
  'rondel/effects': effects,
  'rondel/effects/react': effectsReact,
  'rondel/master': master,
  'rondel/multiplayer': multiplayer,
  'rondel/plugins': plugins,
  'rondel/react': rondelReact,
  'rondel/testing': testing,
  react,
  'react/jsx-runtime': jsx,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
};

const report = (what: Report): void => { parent.postMessage(what, '*'); };
const fail = (error: unknown): void => report({ type: 'error', text: textOf(error) });

watchConsole(report);
watchHeight(report);
addEventListener('error', ({ error, message }) => fail(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => fail(reason));
addEventListener('message', async ({ source, data }: MessageEvent<Program>) => {
  if (source !== parent) return;
  try {
    const exported = await run(data);
    const found = gameOf(exported);
    if (found) showGame(found);
    else if (typeof exported['App'] === 'function') reactDomClient.createRoot(document.querySelector('#app')!).render(react.createElement(exported['App'] as react.FunctionComponent));
    report({ type: 'done', isShown: found !== null || typeof exported['App'] === 'function' });
  } catch (error) {
    fail(error);
  }
}, { once: true });
report({ type: 'ready' });

/** Runs the files of a program and returns the exports of the last one. */
async function run(program: Program): Promise<Record<string, unknown>> {
  const loaded = new Map<string, Record<string, unknown>>();
  const show = (expression: string, value: unknown): void => report({ type: 'console', isError: false, text: `${expression} → ${textOf(value)}` });
  let exported: Record<string, unknown> = {};
  for (const { name, code } of program) {
    exported = {};
    loaded.set(stemOf(name), exported);
    const require = (specifier: string): unknown => {
      if (Object.hasOwn(MODULES, specifier)) return MODULES[specifier as PackageName];
      return loaded.get(stemOf(specifier));
    };
    // The code begins in the first line, so that errors name the lines of the editor. It may `await`.
    const module = (0, eval)(`(async function (require, exports, __show) {${code}\n})\n//# sourceURL=${name}`);
    await module(require, exported, show);
  }
  return exported;
}

function stemOf(path: string): string {
  return path.replace(/^\.\//, '').replace(/\.[jt]sx?$/, '');
}
