/** The forensic tools as people meet them. */
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { dialog } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { chooseTheme } from '../helpers/browser-theme.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openTools } from '../helpers/tours/tools.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

const family = (name: string) => page().getByRole('region', { name });

describe('forensic tools', () => {
  test('[FT22] six families are connected by what really ran, and say what the machine adds', async () => {
    await openTools(product());
    for (const name of [
      'Memory Analysis',
      'Disk Forensics',
      'Network Analysis',
      'Malware Detection',
      'Log Analysis',
    ])
      await expect(family(name).getByText('Connected', { exact: true })).toBeVisible();
    await expect(family('SIEM').getByText('Reads exports')).toBeVisible();
    await expect(family('SIEM').getByText('there is no live connection yet')).toBeVisible();
    await expect(
      family('Memory Analysis').getByText('Not found on this machine', { exact: true }),
    ).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    const shots = process.env.WATCHFLOOR_SHOTS;
    if (shots)
      for (const theme of ['dark', 'light'] as const) {
        await chooseTheme(page(), theme);
        await openTools(product());
        await page().screenshot({ path: join(shots, `tools-${theme}.png`), fullPage: true });
      }
  });

  test('[FT23] a path that is none is refused in words; without one PATH is searched', async () => {
    await openTools(product());
    await page().getByRole('button', { name: 'Set path of Volatility 3' }).click();
    const form = dialog(page(), 'Path of Volatility 3');
    await form.getByLabel('Path').fill('/nothing/here');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText('There is nothing at this path');
    expect(product().watch.take()).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await form.getByLabel('Path').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await openTools(product());
  });
});
