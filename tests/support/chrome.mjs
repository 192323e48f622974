// Chromium, or the browser that CHROME names, without anything that asks for more than a test does.
import { chromium } from 'playwright-core';

/** Switches of Chromium for any test. */
export const CHROME_ARGS = [
  '--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu',
  // Nothing is asked beyond this machine. A route of Playwright's would hold up each request, and there are a hundred a page.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** A browser without a window; `options` are Playwright's. */
export const launchChrome = (options = {}) => chromium.launch({ executablePath: process.env.CHROME || '/usr/bin/chromium', args: CHROME_ARGS, ...options });
