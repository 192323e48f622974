import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Distinguishes a process from all others, on every machine, at any time. The system may not provide the optional fields. */
export interface RunningProcess {
  pid?: number;
  host?: string;
  /** ID of the kernel's run: a machine that restarts has another one. */
  boot?: string | undefined;
  /** Namespace of process IDs: each container has one of its own. */
  space?: string | undefined;
  /** Start time, as the kernel counts it: a later process with the same process ID has another one. */
  started?: string | undefined;
}

export async function thisProcess(): Promise<RunningProcess> {
  const [boot, space, started] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim(), () => undefined),
    readlink('/proc/self/ns/pid').catch(() => undefined),
    startOf(process.pid),
  ]);
  return { pid: process.pid, host: hostname(), boot, space, started };
}

/** Returns `true` if a process is running, `false` if it has ended, and undefined if this process cannot know. Reads no clock. */
export async function isRunning({ pid, host, boot, space, started }: RunningProcess): Promise<boolean | undefined> {
  const here = await thisProcess();
  if (pid === undefined || host !== here.host || boot !== here.boot || space !== here.space) return undefined;
  if (!isUsed(pid)) return false;
  const since = await startOf(pid);
  return since === undefined || started === undefined ? undefined : since === started;
}

/** Returns undefined if there is no `/proc`, or no such process in it. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The time is field 22. Field 2 is a name in brackets, which may contain any character.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

function isUsed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
