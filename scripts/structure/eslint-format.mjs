// Has ESLint print one line for each fault, and how many files it has read.

/** @param {{ filePath: string, messages: { line?: number, message: string }[] }[]} results */
export default function format(results) {
  const faults = results.flatMap(({ filePath, messages }) => messages.map(({ line, message }) => `${filePath}:${line ?? 1}: ${message}`));
  return [...faults, `ESLint: ${results.length} files read`].join('\n');
}
