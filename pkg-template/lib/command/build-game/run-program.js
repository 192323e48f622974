import { spawn } from 'node:child_process';

/**
 * Runs a program, and resolves with what it has written and its status, which is null where it was ended by a signal.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, input?: string, env?: NodeJS.ProcessEnv, errors?: 'inherit' | 'pipe' }} [options] `errors`: where its error
 *   output goes, to this process's or into `stderr`
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>} rejects if there is no such program
 */
export function runProgram(program, args, { cwd, input = '', env = process.env, errors = 'pipe' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', errors] });
    const output = { stdout: '', stderr: '' };
    for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
      child[stream]?.setEncoding('utf8').on('data', (text) => {
        output[stream] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
    // A program that does not read its input may be gone before it is written.
    child.stdin?.on('error', () => {}).end(input);
  });
}
