// Gives the imports of the engine short names, in the module and in wasm-bindgen's glue alike: the generated ones end
// in sixteen random digits, which no server can compress, and cost a page almost 2 kB.

const IMPORT_SECTION = 2;
/** What an import can be, by its number in the binary format. */
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];

/**
 * @param {Uint8Array<ArrayBuffer>} wasm
 * @param {string} glue
 * @returns {{ wasm: Uint8Array<ArrayBuffer>, glue: string }}
 */
export function shorten(wasm, glue) {
  const { start, end, entries } = importSection(wasm);
  const content = [...leb(entries.length)];
  for (const [index, entry] of entries.entries()) {
    const short = `i${index.toString(36)}`;
    // The glue says each name once, as the key of its function.
    const parts = glue.split(`${entry.name}:`);
    if (parts.length !== 2) throw new Error(`the glue should name the import ${entry.name} once`);
    glue = parts.join(`${short}:`);
    content.push(...text(entry.module), ...text(short), ...wasm.subarray(entry.descriptionStart, entry.end));
  }
  const section = Uint8Array.from([IMPORT_SECTION, ...leb(content.length), ...content]);
  return { wasm: concat(wasm.subarray(0, start), section, wasm.subarray(end)), glue };
}

function importSection(wasm) {
  const reader = { wasm, at: 8 };
  while (reader.at < wasm.length) {
    const start = reader.at;
    const id = wasm[reader.at++];
    const size = readLeb(reader);
    const contentStart = reader.at;
    if (id === IMPORT_SECTION) {
      const entries = Array.from({ length: readLeb(reader) }, () => readImport(reader));
      return { start, end: contentStart + size, entries };
    }
    reader.at += size;
  }
  throw new Error('the module has no imports');
}

function readImport(reader) {
  const module = readText(reader);
  const name = readText(reader);
  const descriptionStart = reader.at;
  const kind = reader.wasm[reader.at++];
  if (kind === FUNCTION) readLeb(reader);
  else if (kind === TABLE || kind === MEMORY) {
    if (kind === TABLE) reader.at += 1;
    const hasMaximum = reader.wasm[reader.at++] & 1;
    readLeb(reader);
    if (hasMaximum) readLeb(reader);
  } else if (kind === GLOBAL) reader.at += 2;
  else throw new Error(`an import of kind ${kind}`);
  return { module, name, descriptionStart, end: reader.at };
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

function concat(...arrays) {
  return new Uint8Array(arrays.flatMap((array) => [...array]));
}
