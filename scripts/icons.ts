/**
 * Draws the application's icons from resources/icons/icon.svg, after that file was changed:
 * `node scripts/icons.ts`. Needs Chromium. ICO and ICNS are containers of PNG images.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { ROOT } from './support/project.ts';

const FOLDER = join(ROOT, 'resources/icons');
const LINUX_SIZE = 512;
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's icon types by the pixels of their PNG: 128 to 1024, and the doubled small ones. */
const MAC_TYPES = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256 };

async function draw(browser: Browser, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

/** ICO: a directory of 16-byte entries, then the images; 256 pixels are written as 0. */
function toIco(images: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.alloc(6 + 16 * images.size);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.size, 4);
  let entry = 6;
  let offset = head.length;
  for (const [size, image] of images) {
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    entry += 16;
    offset += image.length;
  }
  return Buffer.concat([head, ...images.values()]);
}

function icnsChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}

const browser = await chromium.launch({
  executablePath: process.env.WATCHFLOOR_CHROMIUM ?? '/usr/bin/chromium',
});
const windows = new Map<number, Buffer>();
for (const size of WINDOWS_SIZES) windows.set(size, await draw(browser, size));
const mac: Buffer[] = [];
for (const [type, size] of Object.entries(MAC_TYPES)) {
  mac.push(icnsChunk(type, await draw(browser, size)));
}
writeFileSync(join(FOLDER, 'icon.png'), await draw(browser, LINUX_SIZE));
writeFileSync(join(FOLDER, 'icon.ico'), toIco(windows));
writeFileSync(join(FOLDER, 'icon.icns'), icnsChunk('icns', Buffer.concat(mac)));
await browser.close();
