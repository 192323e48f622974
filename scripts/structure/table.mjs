// The table of what both languages agree on, and the names in it that nobody else writes out.

export const TABLE = 'src/codes/table.rs';
const GROUPS = [/\bEventKind as \w+, \w+ \{([^}]*)\}/, /\brefusal: &str \{([^}]*)\}/, /\bproblem: &str \{([^}]*)\}/];

/**
 * @param {string} table its text
 * @returns {string[]}
 */
export function namesWrittenOnce(table) {
  return GROUPS.flatMap((group) => [...(group.exec(table)?.[1] ?? '').matchAll(/= "([^"]+)"/g)].map(([, name]) => name));
}
