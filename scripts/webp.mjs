/** Headless Chromium, for pictures of pages. */
import { chromium } from 'playwright-core';

const CHROME_ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu'];
const QUALITY = 0.8;

export function launchChromium() {
  return chromium.launch({ executablePath: process.env.CHROME || '/usr/bin/chromium', args: CHROME_ARGS });
}

/** Returns the bytes of a picture of the page. Chromium is the encoder, so that no other program is needed. */
export async function picture(page) {
  const png = await page.screenshot({ type: 'png' });
  const base64 = await page.evaluate(async ([bytes, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${bytes}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
  }, [png.toString('base64'), QUALITY]);
  return Buffer.from(base64, 'base64');
}
