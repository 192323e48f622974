// Gives the imports and exports of a module short names, in the module and in wasm-bindgen's glue alike: those of imports
// end in sixteen random digits, which no server can compress, and cost a page almost 2 kB; those of exports cost 500 bytes. What
// they are imported from is named before each.

const [IMPORT_SECTION, EXPORT_SECTION] = [2, 7];
/** What everything is imported from. */
const GLUE = 'i';
/** What an import can be, by its number in the binary format. */
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];

/**
 * @param {Uint8Array<ArrayBuffer>} wasm
 * @param {string} glue
 * @returns {{ wasm: Uint8Array<ArrayBuffer>, glue: string, exports: Map<string, string> }} `exports` has the new names by the old
 */
export function shorten(wasm, glue) {
  const exports = new Map();
  const parts = [wasm.subarray(0, 8)];
  for (const { id, start, contentStart, end } of sectionsOf(wasm)) {
    const reader = { wasm, at: contentStart };
    if (id === IMPORT_SECTION) {
      const entries = Array.from({ length: readLeb(reader) }, () => readImport(reader));
      glue = shortenKeys(glue, entries);
      for (const module of new Set(entries.map(({ module }) => module))) glue = glue.replace(`"${module}":`, `${GLUE}:`);
      parts.push(section(id, entries.length, entries.map(({ rest }, index) => [...text(GLUE), ...text(shortName('i', index)), ...rest])));
    } else if (id === EXPORT_SECTION) {
      const entries = Array.from({ length: readLeb(reader) }, () => readExport(reader));
      for (const [index, { name }] of entries.entries()) exports.set(name, shortName('e', index));
      parts.push(section(id, entries.length, entries.map(({ name, rest }) => [...text(exports.get(name)), ...rest])));
    } else parts.push(wasm.subarray(start, end));
  }
  return { wasm: concat(parts), glue: glue.replace(/\bwasm\.(\w+)/g, (_, name) => `wasm.${shortened(exports, name)}`), exports };
}

/** The glue says the name of each import once, as the key of its function. */
function shortenKeys(glue, entries) {
  for (const [index, { name }] of entries.entries()) {
    const parts = glue.split(`${name}:`);
    if (parts.length !== 2) throw new Error(`the glue should name the import ${name} once`);
    glue = parts.join(`${shortName('i', index)}:`);
  }
  return glue;
}

function shortened(exports, name) {
  const short = exports.get(name);
  if (!short) throw new Error(`the glue calls an export that is not there: ${name}`);
  return short;
}

function shortName(prefix, index) {
  return `${prefix}${index.toString(36)}`;
}

function sectionsOf(wasm) {
  const sections = [];
  const reader = { wasm, at: 8 };
  while (reader.at < wasm.length) {
    const start = reader.at;
    const id = wasm[reader.at++];
    const size = readLeb(reader);
    const contentStart = reader.at;
    reader.at += size;
    sections.push({ id, start, contentStart, end: reader.at });
  }
  return sections;
}

function section(id, count, entries) {
  const content = [...leb(count), ...entries.flat()];
  return Uint8Array.from([id, ...leb(content.length), ...content]);
}

/** Its name, and what follows that: what kind of thing it is, and which. */
function readExport(reader) {
  const name = readText(reader);
  const start = reader.at;
  reader.at += 1;
  readLeb(reader);
  return { name, rest: reader.wasm.subarray(start, reader.at) };
}

function readImport(reader) {
  const module = readText(reader);
  const name = readText(reader);
  const start = reader.at;
  const kind = reader.wasm[reader.at++];
  if (kind === FUNCTION) readLeb(reader);
  else if (kind === TABLE || kind === MEMORY) {
    if (kind === TABLE) reader.at += 1;
    const hasMaximum = reader.wasm[reader.at++] & 1;
    readLeb(reader);
    if (hasMaximum) readLeb(reader);
  } else if (kind === GLOBAL) reader.at += 2;
  else throw new Error(`an import of kind ${kind}`);
  return { module, name, rest: reader.wasm.subarray(start, reader.at) };
}

function readText(reader) {
  const length = readLeb(reader);
  reader.at += length;
  return new TextDecoder().decode(reader.wasm.subarray(reader.at - length, reader.at));
}

function readLeb(reader) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.wasm[reader.at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}

function text(string) {
  const bytes = new TextEncoder().encode(string);
  return [...leb(bytes.length), ...bytes];
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

function concat(arrays) {
  return new Uint8Array(arrays.flatMap((array) => [...array]));
}
