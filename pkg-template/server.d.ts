/** Origins that servers often allow. */
export const Origins: {
  /** Pages of this machine, at any port. */
  readonly LOCALHOST: RegExp;
  /** The same, and none in production. */
  readonly LOCALHOST_IN_DEVELOPMENT: RegExp | false;
};
