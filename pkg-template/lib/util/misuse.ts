/** What is wrong with how a command was called. */
export class Misuse extends Error {
  isMisuse = true;
}
