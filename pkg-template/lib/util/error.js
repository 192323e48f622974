/** An error of Rondel's own: `name: 'RondelError'`, and a `code` that says which kind. */
export function rondelError(code, message, payload) {
  const error = Object.assign(new Error(message), { name: 'RondelError', code });
  if (payload !== undefined) error.payload = payload;
  return error;
}
