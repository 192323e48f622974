// Puts a guard around every export of a module, and a catch into every import: see pkg-template/lib/engine/boundary.js.
// Wrappers are generated because they have to be of a fixed number of parameters (with rest arguments a call takes
// twice as long), and because one that is written by hand is one that can be forgotten.

import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** The import that the boundary answers itself. */
const HAS_THROWN = 'hasThrown()';

/**
 * @param {Uint8Array<ArrayBuffer>} wasm a module whose imports and exports know numbers and texts only
 * @param {string} gluePath wasm-bindgen's file for it, for the target "web"
 * @returns {Promise<string>} the JavaScript that opens instances of it
 */
export async function guard(wasm, gluePath) {
  const module = new WebAssembly.Module(wasm);
  const { classes, text } = await readGlue(gluePath, module);
  return sourceOf({ glue: text, methods: methodsOf(module, classes) });
}

/** Of the glue, what makes an instance; and the names of its classes. */
async function readGlue(path, module) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `import { instantiate } from ${JSON.stringify(path)};\ngive(instantiate);`, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Lets wasm-bindgen's own classes be dropped, which nobody uses: classes with guards take their place.
    define: { 'Symbol.dispose': 'undefined', FinalizationRegistry: 'undefined' },
    minifySyntax: true,
    plugins: [{ name: 'adapted', setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, () => ({ contents: adapted(readFileSync(path, 'utf8'), module) })) }],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [text] = outputFiles.map((file) => file.text);
  const exported = await import(new URL(path, `file://${process.cwd()}/`).href);
  if (Object.keys(metafile.inputs).length !== 2) throw new Error(`${path} imports something`);
  // A function beside the classes makes one of them: a game in Rust that makes its engine.
  const classes = Object.keys(exported).filter((name) => exported[name].prototype?.free);
  return { classes, text };
}

/** All of the glue, with catches, and with what reads texts and makes an instance in fewer words than its own. */
function adapted(glue, module) {
  const starts = WebAssembly.Module.exports(module).some(({ name }) => name === '__wbindgen_start');
  const used = starts ? glue : glue.replace(TABLE, '');
  return `${withCatches(used.replace(TEXTS, '').replace(', wasm.__wbindgen_realloc)', ')'))}
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function getStringFromWasm0(pointer, length) {
  return decoder.decode(new Uint8Array(wasm.memory.buffer, pointer >>> 0, length));
}

function passStringToWasm0(text, allocate) {
  const bytes = encoder.encode(text);
  const pointer = allocate(WASM_VECTOR_LEN = bytes.length, 1) >>> 0;
  new Uint8Array(wasm.memory.buffer).set(bytes, pointer);
  return pointer;
}

function getDataViewMemory0() {
  return new DataView(wasm.memory.buffer);
}

export function instantiate(module) {
  wasm = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
${starts ? '  wasm.__wbindgen_start();\n' : ''}  return wasm;
}
`;
}

/** What the glue fills a table for objects with, at the start. */
const TABLE = /^ +__wbindgen_init_externref_table: function\(\) \{$[^]*?^ +\},\n/m;

/** The glue's own functions for texts, with what they need. They are made for speed, and texts cross rarely: names, once, and messages. */
const TEXTS = /^function (?:getStringFromWasm0|passStringToWasm0|getDataViewMemory0|decodeText)\(.*\) \{$[^]*?^\}$|^let cachedTextDecoder = .*$|^cachedTextDecoder\.decode\(\);$|^const cachedTextEncoder = .*$|^if \(!\('encodeInto' in cachedTextEncoder\)\) \{$[^]*?^\}$/gm;

/** What the glue asks of the host, each in a function of its own, and what becomes of the answer. */
const QUESTION = /^ +(?:const ret = )?host\.(\w+\(.*\));\n(?: +(return ret;)\n| +const \w+ = (passStringToWasm0)\(ret,)?/gm;

function withCatches(glue) {
  const asked = glue.split(/\bhost\./).length - 1;
  const texts = glue.split('= passStringToWasm0(').length - 1;
  const caught = { all: 0, texts: 0 };
  const source = glue.replace(QUESTION, (lines, call, answers, text) => {
    caught.all += 1;
    if (call === HAS_THROWN) return 'return boundary.thrown !== null;\n';
    if (answers) return `try { return boundary.host.${call}; } catch (error) { return boundary.note(error); }\n`;
    if (!text) return `try { boundary.host.${call}; } catch (error) { boundary.note(error); }\n`;
    caught.texts += 1;
    const rest = lines.slice(lines.indexOf('\n') + 1);
    return `let ret; try { ret = boundary.host.${call}; } catch (error) { boundary.note(error); ret = ''; }\n${rest}`;
  });
  if (caught.all !== asked) throw new Error('the glue asks something of the host in a way that is not known here');
  if (caught.texts !== texts) throw new Error('a text goes to the module in a way that is not known here');
  return source;
}

/** `{ [class]: [method, parameters][] }`: wasm-bindgen's names, whose first parameter is a pointer. */
function methodsOf(module, classes) {
  const stubs = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (stubs[from] ??= {})[name] = () => 0;
  const { exports } = new WebAssembly.Instance(module, stubs);
  const methods = Object.fromEntries(classes.map((name) => [name, []]));
  for (const [name, value] of Object.entries(exports)) {
    if (typeof value !== 'function' || name.startsWith('__')) continue;
    const [prefix, method, ...more] = name.split('_');
    const owner = classes.find((known) => known.toLowerCase() === prefix);
    if (!owner || !method || more.length > 0) throw new Error(`the export ${name} belongs to no class, and would have no guard`);
    methods[owner].push([method, value.length]);
  }
  return methods;
}

function sourceOf({ glue, methods }) {
  return `// @ts-nocheck Generated by scripts/guard.mjs, around what wasm-bindgen has made.
import { Boundary, Guest, inUse } from './boundary.js';

/** Makes an instance of the compiled module: its classes, and the boundary around them. */
export function open(module) {
  const boundary = new Boundary();
  let wasm;
  bind(boundary, (instantiate) => {
    wasm = instantiate(module);
  });
${Object.entries(methods).map(([name, list]) => classSource({ name, methods: list })).join('\n')}
  return { boundary, ${Object.keys(methods).join(', ')} };
}

function bind(boundary, give) {
${glue.trimEnd()}
}
`;
}

function classSource({ name, methods }) {
  const prefix = name.toLowerCase();
  const exported = (method) => `wasm.${prefix}_${method}`;
  const free = `wasm.__wbg_${prefix}_free`;
  return `
  class ${name} extends Guest {
    /**
     * Watched in its place, and collected with it: a minor collection takes what is watched for alive, and all that it
     * refers to, which of a guest is its whole match.
     */
    #witness = {};

    constructor(host, pointer) {
      super(host, pointer);
      watched${name}.register(this.#witness, { pointer, left: host.left }, this.#witness);
    }

    get isRetired() {
      return boundary.isRetired;
    }

    /** Frees it at once; otherwise that is done when it has been collected. */
    free() {
      if (this.pointer === 0 || boundary.isRetired) return;
      if (this.uses > 0) throw inUse();
${guarded('this', `${free}(this.#leave(), 0)`)}
    }

    /** Its pointer, which nobody frees again, whatever comes of freeing it. */
    #leave() {
      const { pointer } = this;
      watched${name}.unregister(this.#witness);
      this.pointer = 0;
      return pointer;
    }
${methods.map(([method, count]) => (method === 'new' ? makerSource(name, exported(method)) : methodSource(method, exported(method), count - 1))).join('\n')}
  }
  const watched${name} = new FinalizationRegistry(({ pointer, left }) => {
    boundary.finalize(left, () => ${free}(pointer, 1));
  });`;
}

function makerSource(name, exported) {
  return `
    static make(host) {
      const guest = new Guest(host);
      let made;
      try {
${guarded('guest', `made = new ${name}(host, ${exported}())`)}
        return answer;
      } catch (error) {
        // An import has thrown while it was made.
        made?.free();
        throw error;
      }
    }`;
}

function methodSource(method, exported, count) {
  const list = parameters(count);
  // Converted here: an object's own conversion may throw, and would seem to have escaped.
  const conversions = list.map((name) => `      ${name} = +${name};\n`).join('');
  return `
    ${method}(${list.join(', ')}) {
${conversions}${guarded('this', `${exported}(${['this.pointer', ...list].join(', ')})`)}
      return answer;
    }`;
}

function guarded(guest, call) {
  return `      const before = boundary.enter(${guest});
      let answer;
      try {
        answer = ${call};
      } catch (error) {
        boundary.escape(${guest}, before, error);
      }
      boundary.leave(${guest}, before);`;
}

function parameters(count) {
  return Array.from({ length: count }, (_, i) => `a${i}`);
}
