/** The layers of the queue and of the shell: what axe finds, in both themes. */
import { beforeAll, describe, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openLongAlert, QUEUE_LAYERS } from '../helpers/screen-tour.ts';

const USUAL = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 700 };
/** What is left of the usual window for a page at 200 %. */
const ZOOMED = { width: 720, height: 450 };

const product = openSignedIn({
  context: { viewport: USUAL, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

beforeAll(async () => {
  await createAlert(product(), {
    title: `Long ${'W'.repeat(95)}`,
    description: 'x'.repeat(500),
    sourceHost: 'h'.repeat(300),
    sourceUser: 'u'.repeat(300),
  });
});

describe('every layer and state', () => {
  test.each(QUEUE_LAYERS)('[UI1] $name', async ({ open }) => {
    await open(product());
    expect(await axeInBothThemes(product().page)).toEqual([]);
  });

  test('[UI2] [UI1] an alert with the longest fields, at every size', async () => {
    const { page } = product();
    for (const size of [USUAL, NARROW, ZOOMED]) {
      await page.setViewportSize(size);
      await openLongAlert(product());
      expect({ size, wide: await tooWide(page) }).toEqual({ size, wide: [] });
      expect(await axeInBothThemes(page)).toEqual([]);
    }
    await page.setViewportSize(USUAL);
  });
});
