/** `src/js/imports.js`, which scripts/package.mjs copies. */
export function makeImports(): Record<string, (...args: any[]) => any>;
