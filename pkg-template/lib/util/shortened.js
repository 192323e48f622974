/** So many characters of a refusal that may quote what a stranger has sent. */
const MOST = 500;

/**
 * A text, or its beginning and its end if it is long: refusals name the place before what they quote, and what was expected behind it.
 * `src/core/text.rs` has the same for the engine.
 */
export function shortened(text) {
  if (text.length <= MOST) return text;
  const half = (MOST - 2) / 2;
  // A character of two units is not divided.
  const begin = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${begin}…${end}`;
}
