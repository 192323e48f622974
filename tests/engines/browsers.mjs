// Browsers that open one URL, each with an empty profile. The page reports its outcomes itself: no driver is needed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHROME_ARGS } from '../support/chrome.mjs';
import { guard } from '../support/server-process.mjs';

/** Preferences of Firefox: no tab but the page's, no update, no telemetry. */
const FIREFOX_PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** WebKitGTK without a graphics card. */
const BY_SOFTWARE = { WEBKIT_DISABLE_DMABUF_RENDERER: '1', LIBGL_ALWAYS_SOFTWARE: '1' };

/** Program of each browser, which `scripts/setup` finds, its start with a profile in a folder, and its system if there is only one. */
export const BROWSERS = {
  Chromium: {
    program: process.env.CHROME,
    prepare: async (folder) => ({ args: ['--headless=new', ...CHROME_ARGS, `--user-data-dir=${folder}`] }),
  },
  Firefox: {
    program: process.env.FIREFOX,
    prepare: async (folder) => {
      const lines = Object.entries(FIREFOX_PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
      await writeFile(join(folder, 'user.js'), lines.join(''));
      return { args: ['--headless', '--no-remote', '--profile', folder] };
    },
  },
  WebKitGTK: {
    program: process.env.WEBKIT,
    system: 'linux',
    prepare: async (_folder, t) => ({ args: [], env: { ...BY_SOFTWARE, DISPLAY: await startDisplay(t) } }),
  },
};

/**
 * Opens the URL in a browser until the test ends. Returns a promise that rejects if the browser ends early.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {string} url
 */
export async function openBrowser(t, name, url) {
  const { program, prepare } = BROWSERS[name];
  const folder = await mkdtemp(join(tmpdir(), 'rondel-engines-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { args, env } = await prepare(folder, t);
  const home = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const { ended } = start(t, program, [...args, url], { ...home, ...env });
  return ended.then((said) => { throw new Error(`${name} has ended: ${said}`); });
}

/** Starts an X server without a screen. Returns the name of its display. */
async function startDisplay(t) {
  const { child, ended } = start(t, 'Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [number] = await Promise.race([line, ended.then((said) => { throw new Error(`Xvfb has ended: ${said}`); })]);
  return `:${number}`;
}

/** Starts a program until the test ends; `ended` resolves to the last part of its output. */
function start(t, program, args, env) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  guard(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said = `${said}${text}`.slice(-2000); });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve(said));
  });
  t.after(() => {
    child.kill();
    return ended;
  });
  return { child, ended };
}
