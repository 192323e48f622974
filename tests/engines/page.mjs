// The page that each browser opens: it plays its scenarios one after the other, and posts the outcomes to its site.
import { bots, workers } from './scenarios/bots.mjs';
import { frameworks } from './scenarios/frameworks.mjs';
import { debugPanel } from './scenarios/debug-panel.mjs';
import { modules } from './scenarios/modules.mjs';
import { pages, transports } from './scenarios/transports.mjs';

const SCENARIOS = Object.entries({ ...transports, ...pages, ...frameworks, ...bots, ...workers, ...modules, ...debugPanel });

const complaints = [];
for (const level of ['error', 'warn']) {
  const print = console[level];
  console[level] = (...said) => {
    complaints.push(said.map(String).join(' '));
    print.apply(console, said);
  };
}
addEventListener('error', ({ message }) => complaints.push(message));
addEventListener('unhandledrejection', ({ reason }) => complaints.push(`unhandled: ${reason}`));

const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });

await post('/begun', { names: SCENARIOS.map(([name]) => name), userAgent: navigator.userAgent });
const { serverURL } = await (await fetch('/settings')).json();
for (const [name, play] of SCENARIOS) await post('/outcome', { name, ...await outcomeOf(play) });

/** Returns the outcome of a scenario. A scenario returns a pattern of allowed console messages. */
async function outcomeOf(play) {
  complaints.length = 0;
  try {
    const expected = await play({ serverURL, post, engine: '/engine.wasm' });
    return { complaints: complaints.filter((said) => !expected?.test(said)) };
  } catch (error) {
    return { complaints, error: `${error}\n${error?.stack}` };
  }
}
