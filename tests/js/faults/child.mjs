// A child process: runs its cases, and lets the bystanders play on after each of them.
import { writeSync } from 'node:fs';
import { Crew } from './crew.mjs';
import { textOf } from './values.mjs';

const [, , file, titles] = process.argv;

// Cases break the console, and most faults are reported there.
const tell = (line) => writeSync(1, `${line}\n`);
for (const method of ['error', 'warn', 'info', 'log', 'debug']) console[method] = () => {};

const { default: cases, mayRetire } = await import(file);
const crew = await Crew.gather();

for (const title of JSON.parse(titles)) {
  const problem = await problemOf(cases[title]);
  tell(JSON.stringify([title, problem]));
  // All damage at this point comes from this case.
  if (problem !== null) process.exit(1);
  // The next case needs matches that began before it.
  if (mayRetire) break;
}
crew.part();
tell('all play');

async function problemOf(play) {
  try {
    await play(crew);
  } catch (error) {
    return textOf(error);
  }
  try {
    await crew.allPlay({ mayRetire });
  } catch (error) {
    return `afterwards ${textOf(error)}`;
  }
  return null;
}
