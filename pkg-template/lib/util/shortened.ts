/** So many characters of a refusal that may quote what a stranger has sent. */
const MOST = 500;

/**
 * A text, or its beginning and its end if it is long: refusals name the place before what they quote, and what was expected behind it.
 * `src/core/text.rs` has the same for the engine.
 */
export function shortened(text: string) {
  if (text.length <= MOST) return text;
  // A character of two units is not divided.
  const begin = text.slice(0, MOST / 2).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(1 - MOST / 2).replace(/^[\udc00-\udfff]/, '');
  return `${begin}…${end}`;
}
