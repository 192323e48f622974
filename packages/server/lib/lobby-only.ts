/** Whether the lobby alone makes matches: as the server's option says or, if it is left out, if the lobby has a secret. */
export function isLobbyOnly(option?: boolean) {
  return option ?? Boolean(process.env.API_SECRET);
}
