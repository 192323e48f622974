const MOST = 214;
const PATTERN = /^(?:@[a-z\d\-*~][a-z\d\-*._~]*\/)?[a-z\d\-~][a-z\d\-._~]*$/;
/** Names that npm refuses although they match. */
const REFUSED = ['node_modules', 'favicon.ico'];

/** Returns the reason why npm refuses a name for a package; `undefined` for a valid name. */
export function refusalOfName(name: string): string | undefined {
  if (name.length > MOST) return `has more than ${MOST} characters`;
  if (REFUSED.includes(name)) return 'is reserved';
  if (/^[._]/.test(name)) return `begins with "${name[0]}"`;
  if (/[A-Z]/.test(name)) return 'has capital letters';
  if (PATTERN.test(name)) return undefined;
  return /\s/.test(name) ? 'has spaces' : 'has characters other than a-z, 0-9, "-", "." and "_"';
}

/** Returns a valid name like this one. */
export function validName(name: string): string {
  const like = name.trim().toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[^a-z\d]+/g, '-').replace(/^-+|-+$/g, '').slice(0, MOST);
  return refusalOfName(like) === undefined ? like : 'my-game';
}
