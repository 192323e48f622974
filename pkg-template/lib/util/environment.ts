/**
 * Returns `true` in a development build. Bundlers replace `process.env.NODE_ENV` by its value. Without a bundler there is no `process`, and
 * the page is probably in development.
 */
export function isDevelopment() {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return true;
  }
}
