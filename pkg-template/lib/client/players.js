/** The ID of a player or a match as text: a page may give a number. */
export function idText(id) {
  return id === null || id === undefined ? id : String(id);
}

/** The name of a match: what boardgame.io calls it if the page gives none. */
export function matchName(id) {
  return idText(id) || 'default';
}
