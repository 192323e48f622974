/** Values as JavaScript writes them, and the changes between two of them. */

/** A value on one line, as JavaScript writes it, at most `limit` characters. */
export function inline(value, limit = 400) {
  const text = write(value);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** The fields of `now` with whether each differs from `before`; fields that went away come last, as undefined. */
export function changes(before, now) {
  const fields = Object.keys(now).map((name) => ({ name, value: now[name], changed: before !== now && !same(before?.[name], now[name]) }));
  const gone = Object.keys(before ?? {}).filter((name) => !(name in now));
  return [...fields, ...gone.map((name) => ({ name, value: undefined, changed: true }))];
}

/** JavaScript source as pieces of text with a class for their colour. */
export function pieces(source) {
  const found = [];
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    if (match.index > end) found.push({ text: source.slice(end, match.index) });
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    found.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  if (end < source.length) found.push({ text: source.slice(end) });
  return found;
}

const TOKEN = new RegExp([
  '(?<comment>/\\*[^]*?\\*/|//[^\\n]*)',
  '(?<string>\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`)',
  '(?<keyword>\\b(?:import|from|export|default|const|let|function|return|if|else|for|of|in|new|null|true|false|undefined)\\b)',
  '(?<number>\\b\\d+\\b)',
  '(?<call>\\b[A-Za-z_]\\w*(?=\\())',
].join('|'), 'g');

function write(value) {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}:\u00a0${write(field)}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}

function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
