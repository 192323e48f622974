import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * What distinguishes a process from all others, on every machine, at any time.
 *
 * @typedef {object} RunningProcess
 * @property {number} [pid]
 * @property {string} [host]
 * @property {string} [boot] which run of which machine's kernel; undefined where a system does not say it
 * @property {string} [space] where numbers of processes mean the same: containers have numbers of their own
 * @property {string} [started] when it began, as its kernel counts; another process of the same number began at another time
 */

/** @returns {Promise<RunningProcess>} */
export async function thisProcess() {
  const [boot, space, started] = await Promise.all([bootOf(), spaceOf(), startOf(process.pid)]);
  return { pid: process.pid, host: hostname(), boot, space, started };
}

/**
 * Whether a process is running, as far as this one can know. No clock is read: those of two machines differ, and one may be set back.
 *
 * @param {RunningProcess} other
 * @returns {Promise<'running' | 'ended' | 'unknown'>}
 */
export async function look({ pid, host, boot, space, started }) {
  const here = await thisProcess();
  const isHere = pid !== undefined && host === here.host && boot === here.boot && space === here.space;
  // A machine that has begun again has another boot, and so has another machine of the same name.
  if (!isHere) return 'unknown';
  if (!hasNumber(pid)) return 'ended';
  const since = await startOf(pid);
  if (since === undefined || started === undefined) return 'unknown';
  return since === started ? 'running' : 'ended';
}

/** Undefined where there is no `/proc`, or it says nothing of this one. */
async function startOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets, with any character in it; the time is the 22nd.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

function bootOf() {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim(), () => undefined);
}

function spaceOf() {
  return readlink('/proc/self/ns/pid').catch(() => undefined);
}

function hasNumber(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is another user's.
    return error.code === 'EPERM';
  }
}
