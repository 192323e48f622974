/** Games in links: the text is compressed, and is a part of the address that no server receives. */

/** Maximum length of a game in a link, in characters: a short text may expand to gigabytes. */
const MOST = 200_000;

/** Returns a text for the end of an address. Rejects if the game is too long. */
export async function encode(code: string): Promise<string> {
  if (code.length > MOST) throw new Error(`The game has more than ${MOST} characters, which is too long for a link.`);
  const bytes = new Uint8Array(await new Response(through(code, new CompressionStream('deflate-raw'))).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the game of such a text. Rejects if it is cut, too long, or of another kind. */
export async function decode(text: string): Promise<string> {
  let code = '';
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const reader = through(bytes, new DecompressionStream('deflate-raw')).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      code += decoder.decode(part.value, { stream: true });
      if (code.length > MOST) {
        await reader.cancel();
        break;
      }
    }
    code += decoder.decode();
  } catch (error) {
    throw new Error('The link has no complete game. It may have been cut.', { cause: error });
  }
  if (code.length > MOST) throw new Error(`The game of the link is longer than ${MOST} characters.`);
  return code;
}

function through(content: BodyInit, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Response(content).body!.pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
}
