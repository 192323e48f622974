import { confirm, isCancel, select, text } from '@clack/prompts';
import { Failure } from './failure.js';
import { shortPath, readTarget } from './target.js';
import { TEMPLATES, TEMPLATE_NAMES } from './templates.js';
import type { Target } from './target.js';
import type { TemplateName } from './templates.js';

/** The user has ended the command at a prompt. Nothing has been written. */
export class Cancelled extends Error {}

const DEFAULT_FOLDER = 'my-game';

/** Asks for the folder, until there can be a project in it. */
export async function askFolder(): Promise<string> {
  const folder = await answerOf(text({
    message: 'Folder of the project',
    placeholder: DEFAULT_FOLDER,
    defaultValue: DEFAULT_FOLDER,
    validate: (value) => reasonAgainst(value || DEFAULT_FOLDER),
  }));
  return folder;
}

function reasonAgainst(folder: string) {
  try {
    readTarget(folder);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

/** Asks if the files of a folder may be removed. */
export async function askOverwrite({ path, existing }: Target): Promise<boolean> {
  const files = existing.length === 1 ? 'one file or folder' : `${existing.length} files or folders`;
  return answerOf(confirm({ message: `${shortPath(path)} is not empty. Remove ${files}?`, initialValue: false }));
}

/** Asks for the template. */
export async function askTemplate(): Promise<TemplateName> {
  const options = TEMPLATE_NAMES.map((value) => ({ value, label: TEMPLATES[value].title, hint: value }));
  return answerOf(select<TemplateName>({ message: 'Template', options }));
}

/** Asks if the project has a server. */
export async function askOnline(): Promise<boolean> {
  return answerOf(confirm({ message: 'Add a server with a lobby, to play online?', initialValue: true }));
}

async function answerOf<Value>(prompt: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const answer = await prompt;
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<Value, symbol>;
}
