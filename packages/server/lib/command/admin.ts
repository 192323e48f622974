import { parseArgs } from 'node:util';
import { Misuse, printable } from '../rondel.js';
import { COMMANDS, OPTIONS, USAGE } from './admin-commands.js';
import type { CommandResult, Foreign } from 'rondel/private';
import type { AdminRequest } from './admin-commands.js';

/** An error of `fetch`, which says in its cause why. */
type FetchError = Error & { cause?: Error };

/** Milliseconds that a server has to respond. */
const PATIENCE = 30_000;
/** Characters that a header can hold as they are. */
const IN_HEADERS = /^(?! )[ -~\x80-\xff]*(?<! )$/;

/**
 * `rondel-server admin URL …`: runs an operator's command on a server. The secret is read from a variable, and never an argument: those of a
 * process can be read by others of the machine.
 */
export async function admin(args: string[]): Promise<CommandResult> {
  const { values: { help, json, ...values }, positionals: [url, name, ...words] } = parsed(args);
  if (help) return { text: USAGE };
  checkURL(url ?? '');
  if (!Object.hasOwn(COMMANDS, name ?? '')) throw misuse(`expected a command behind the URL: ${Object.keys(COMMANDS).join(', ')}`);
  const { count, options, ask, show, isDone = () => true } = COMMANDS[name];
  const stranger = Object.keys(values).find((option) => !options.includes(option));
  if (stranger) throw misuse(`${name} has no --${stranger}`);
  if (!count.includes(words.length) || words.includes('')) throw misuse(`${name}: wrong number of arguments`);
  const response = await responseOf(url, ask(words, values), secretOfEnvironment());
  return { text: json || !show ? JSON.stringify(response, null, 2) : show(response, words), isDone: isDone(response) };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The first line says what is wrong.
    throw misuse((error as Error).message.split('\n')[0]);
  }
}

function checkURL(url: string) {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : { protocol: '', username: '', password: '' };
  if (protocol !== 'http:' && protocol !== 'https:') throw misuse('expected the URL of a server, such as https://nim.example');
  // `fetch` would refuse it with a message that prints it.
  if (username || password) throw misuse('expected a URL without a name and a password');
}

function secretOfEnvironment() {
  const { ADMIN_SECRET } = process.env;
  if (!ADMIN_SECRET) throw misuse('the variable ADMIN_SECRET is not set');
  // As of the URL.
  if (!IN_HEADERS.test(ADMIN_SECRET)) throw misuse('the variable ADMIN_SECRET has a character that no header has, or a space at an end');
  return ADMIN_SECRET;
}

/** The secret is sent to this server alone: redirects are not followed. */
async function responseOf(url: string, { method, path, query = {}, body }: AdminRequest, secret: string): Promise<Foreign> {
  const response = await reached(`${url.replace(/\/+$/, '')}/admin${path}${queryText(query)}`, {
    method,
    headers: { 'admin-secret': secret, ...body && { 'Content-Type': 'application/json' } },
    body: body && JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`rondel-server admin: the server answers ${response.status}: ${printable(text.slice(0, 500))}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("rondel-server admin: the address is no server of Rondel, or the server has no ADMIN_SECRET");
  }
}

async function reached(url: string, init: RequestInit) {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new Error(`rondel-server admin: ${new URL(url).origin} cannot be reached: ${printable((error as FetchError).cause?.message ?? (error as FetchError).message)}`);
  }
}

function queryText(query: object) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

function misuse(message: string) {
  return new Misuse(`rondel-server admin: ${message} (rondel-server admin --help)`);
}
