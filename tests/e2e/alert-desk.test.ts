/** One story, told on every host that there is: see `story/`. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { canRunElectron, openOnElectron } from '../helpers/browser-electron.ts';
import { openOnBrowser, openOnDouble } from '../helpers/browser-product.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { tellStory } from './story/story.suite.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

tellStory('the browser host', () => openOnBrowser({ browser }));
tellStory('the Electron double', () => openOnDouble({ browser }));
if (canRunElectron()) tellStory('Electron itself', openOnElectron);
