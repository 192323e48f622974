import { spawn } from 'node:child_process';

interface RunOptions {
  cwd?: string;
  input?: string;
  env?: NodeJS.ProcessEnv;
  /** Destination of its error output: that of this process, or `stderr` of the result. */
  errors?: 'inherit' | 'pipe';
}

interface Output {
  /** Null if a signal ended the program. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program, and resolves with its output and its status. Rejects if there is no such program. */
export function runProgram(program: string, args: string[], { cwd, input = '', env = process.env, errors = 'pipe' }: RunOptions = {}): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', errors] });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8').on('data', (text) => {
        output[stream] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
    // A program that does not read its input may have ended before it is written.
    child.stdin?.on('error', () => {}).end(input);
  });
}
