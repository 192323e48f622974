// Chromium, or the browser that CHROME names, without anything that asks for more than a test does.
import { chromium } from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu'];

/** A browser without a window. */
export const launchChrome = () => chromium.launch({ executablePath: process.env.CHROME || '/usr/bin/chromium', args: ARGS });
