/**
 * Whether this is a development build. Bundlers replace `process.env.NODE_ENV` by its value; on a page
 * without a bundler there is no `process`, and it is most likely development.
 */
export function isDevelopment() {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return true;
  }
}
