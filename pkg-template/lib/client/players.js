/** The ID of a player or a match as text: a page may give a number. */
export function idText(id) {
  return id === null || id === undefined ? id : String(id);
}

/** The ID of a seat at a master as text. An empty field of a form or a URL is none: a spectator's. */
export function seatText(id) {
  return idText(id) === '' ? null : idText(id);
}

/** The ID of a match as the page gave it; if it gave none, boardgame.io's. */
export function matchOf(id) {
  return idText(id) ? id : 'default';
}
