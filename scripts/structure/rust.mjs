// Reads which of a crate's files use which: from their `use` lines, and from paths that begin with crate, self or super.

/** @typedef {Map<string, Map<string, number>>} Uses by file, the files it uses, with the line where it does */

/**
 * @param {Map<string, string>} sources the crate's files by path, all below `root`
 * @param {string} root `src`
 * @returns {Uses} without what is for tests only
 */
export function rustUses(sources, root) {
  const crate = new Map();
  for (const [file, text] of sources) {
    if (isTestFile(file)) continue;
    const code = withoutTests(withoutComments(text));
    crate.set(moduleOf(file, root).join('::'), { file, code, names: new Map() });
  }
  for (const [path, module] of crate) {
    for (const { names, from } of useTrees(module.code)) {
      for (const { name, segments } of names) if (name !== '*') module.names.set(name, { path: split(path), segments, from });
    }
  }
  return new Map([...crate].map(([path, module]) => [module.file, usesOf(crate, split(path), module)]));
}

/** The code without comments and the contents of strings; lines stay where they are. */
export function withoutComments(text) {
  const blank = (found) => found.replace(/[^\n]/g, ' ');
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\.|[^'\\\n])'/g, blank);
}

function usesOf(crate, path, { file, code }) {
  const found = new Map();
  const note = (segments, at) => {
    const used = resolve(crate, path, segments)?.file;
    if (used && used !== file && !found.has(used)) found.set(used, lineAt(code, at));
  };
  for (const { names, from } of useTrees(code)) for (const { segments } of names) note(segments, from);
  const rest = code.replace(USE, (use) => use.replace(/[^\n]/g, ' '));
  for (const { 0: text, index } of rest.matchAll(/\b(?:crate|self|super)(?:\s*::\s*\w+)+/g)) note(text.split(/\s*::\s*/), index);
  return found;
}

/** The module in which a path ends, through the names that modules hand on; nothing if it is another crate's. */
function resolve(crate, from, segments, depth = 0) {
  const [first, ...rest] = segments;
  if (first === 'crate') return walk(crate, [], rest, depth);
  if (first === 'self') return walk(crate, from, rest, depth);
  if (first === 'super') return resolve(crate, from.slice(0, -1), rest[0] === 'super' ? rest : ['self', ...rest], depth);
  // A child, as in `mod child; pub use child::Name;`.
  return crate.has([...from, first].join('::')) ? walk(crate, from, segments, depth) : undefined;
}

function walk(crate, path, segments, depth) {
  const here = crate.get(path.join('::'));
  if (segments.length === 0 || !here) return here;
  const [name, ...rest] = segments;
  if (crate.has([...path, name].join('::'))) return walk(crate, [...path, name], rest, depth);
  const handedOn = here.names.get(name);
  // A name that comes from elsewhere is another crate's.
  return handedOn && depth < 20 ? resolve(crate, handedOn.path, handedOn.segments, depth + 1) : here;
}

const USE = /\buse\s+([^;]+);/g;

function useTrees(code) {
  return [...code.matchAll(USE)].map(({ 1: tree, index }) => ({ names: pathsIn(tree.replace(/\s+/g, ' ').trim(), []), from: index }));
}

/** The paths that a tree such as `a::{self, b::c as d}` stands for, with the name that each has here. */
function pathsIn(tree, before) {
  const brace = tree.indexOf('{');
  if (brace >= 0) {
    const prefix = [...before, ...split(tree.slice(0, brace).replace(/::\s*$/, ''))];
    return branches(tree.slice(brace + 1, tree.lastIndexOf('}'))).flatMap((branch) => pathsIn(branch, prefix));
  }
  const [path, alias] = tree.split(/ as /);
  const segments = [...before, ...split(path)];
  if (segments.at(-1) === 'self' && segments.length > 1) segments.pop();
  return [{ name: alias?.trim() ?? segments.at(-1), segments }];
}

/** Splits at the commas that are in no braces of their own. */
function branches(list) {
  const found = [''];
  let depth = 0;
  for (const char of list) {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (char === ',' && depth === 0) found.push('');
    else found[found.length - 1] += char;
  }
  return found.map((branch) => branch.trim()).filter((branch) => branch !== '');
}

function split(path) {
  return path.split('::').map((segment) => segment.trim()).filter((segment) => segment !== '');
}

function moduleOf(file, root) {
  const path = file.slice(root.length + 1).replace(/\.rs$/, '').split('/');
  if (path.at(-1) === 'mod' || (path.length === 1 && path[0] === 'lib')) path.pop();
  return path;
}

function isTestFile(file) {
  return /(^|\/)tests(\.rs|\/)/.test(file);
}

/** Blanks what follows `#[cfg(test)]`: a module, or the declaration of one. */
function withoutTests(code) {
  return code.replace(/#\[cfg\(test\)\]\s*mod\s+\w+\s*(?:;|\{[\s\S]*?\n\})/g, (tests) => tests.replace(/[^\n]/g, ' '));
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}
