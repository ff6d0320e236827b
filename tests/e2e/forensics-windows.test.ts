/** One investigation in two windows: cancelled, resumed, and changed by both. */
import type { Page } from 'playwright';
import { describe, expect as expectThat, test } from 'vitest';
import { dialog } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const TITLE = 'Two look at FS-01';

async function call(path: string, data: object = {}) {
  const { origin } = product();
  const response = await page().request.post(`${origin}/api/forensics/${path}`, {
    headers: { origin },
    data,
  });
  return (await response.json()) as { id: string; run?: { state: string } | null };
}

/** A run that was cancelled before its end: its steps are over in a moment, so it is tried again. */
async function cancelledRun(): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { id } = await call('investigate', {
      ...{ incidentId: 'INC-0777', title: TITLE, description: 'What happened on fs-01?' },
      investigationType: 'malware',
    });
    const { run } = await call(`investigations/${id}/cancel`);
    if (run?.state === 'CANCELLED') return id;
  }
  throw new Error('No run could be cancelled before its end');
}

async function openIn(window: Page, id: string) {
  await window.goto(`${product().origin}/forensics?investigation=${id}`);
  const drawer = window.getByRole('dialog').first();
  await expect(drawer.getByRole('button', { name: 'Resume' })).toBeVisible();
  return drawer;
}

describe('two windows on one investigation', () => {
  test('[IV11] [IV12] what one does the other shows, and nobody overwrites the other', async () => {
    const id = await cancelledRun();
    await openScreen(product(), '/forensics');
    const first = await openIn(page(), id);
    const other = await page().context().newPage();
    const second = await openIn(other, id);
    expectThat(await axeInBothThemes(page())).toEqual([]);

    await first.getByRole('button', { name: 'Edit' }).click();
    const mine = dialog(page(), 'Edit investigation');
    await mine.getByLabel('Investigation Title').fill('What I call it');
    await second.getByRole('button', { name: 'Edit' }).click();
    const theirs = dialog(other, 'Edit investigation');
    await theirs.getByLabel('Investigation Title').fill('What they call it');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByRole('heading', { name: 'What they call it' }).last()).toBeVisible();
    await expect(page().getByText('What they call it').first()).toBeVisible();
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(page().getByText('was changed meanwhile').first()).toBeVisible();
    expectThat(product().watch.take().join()).toMatch(/^[^,]*409 \(Conflict\)[^,]*$/);
    await mine.getByRole('button', { name: 'Cancel' }).click();
    await page().getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

    await second.getByRole('button', { name: 'Resume' }).click();
    for (const drawer of [first, second])
      await expect(drawer.getByText('By rules of version')).toBeVisible({ timeout: 30_000 });
    await expect(first.getByRole('button', { name: 'Resume' })).toHaveCount(0);
    await other.close();
  });

  test('[IV24] it is found by letters inside of its words', async () => {
    await openScreen(product(), '/forensics?q=hey%20cal');
    const list = page().getByRole('list', { name: 'Investigations' });
    await expect(list.getByText('What they call it').first()).toBeVisible();
    await expect(list.getByText('Encryption on FS-01')).toHaveCount(0);
  });
});
