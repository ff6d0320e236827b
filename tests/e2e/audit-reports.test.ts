/** Reports and packages of an audit: made, downloaded and verified as an auditor does it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { runVerifier } from '../helpers/audit-report-calls.ts';
import { dialog } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { makePackageByHand, makeReportByHand, REPORTS_PATH } from '../helpers/tours/reports.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const main = () => page().getByRole('main');

beforeAll(() => openScreen(product(), REPORTS_PATH));

describe('before anything was made', () => {
  test('says what reports and packages are, and shows the key', async () => {
    await expect(main().getByText('No report yet')).toBeVisible();
    await expect(main().getByText('No package yet')).toBeVisible();
    await expect(main().getByRole('region', { name: /Signing key/ })).toContainText('Ed25519');
  });
});

describe('a report', () => {
  test('is made in the form chosen, kept and downloaded', async () => {
    await makeReportByHand(product(), /^PDF/);
    const path = join(product().folder, 'report.pdf');
    const button = main().getByRole('button', { name: 'Download version 1' });
    await product().saveAs(() => button.click(), path);
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-');
    await makeReportByHand(product(), /^Word/);
    await expect(main().getByText('Version 2')).toBeVisible();
  });

  test('asks before what was written is lost', async () => {
    await main().getByRole('button', { name: 'Make report' }).click();
    const box = dialog(page(), 'Make report');
    await box.getByLabel('Conclusion').fill('Half');
    await page().keyboard.press('Escape');
    await page()
      .getByRole('alertdialog')
      .getByRole('button', { name: /Discard/ })
      .click();
    await expect(box).toHaveCount(0);
  });
});

describe('a package', () => {
  test('is made, downloaded, and verified with the fingerprint that the page shows', async () => {
    await makePackageByHand(product());
    const path = join(product().folder, 'package.zip');
    const button = main().getByRole('button', { name: 'Download package 1' });
    await product().saveAs(() => button.click(), path);
    await main().getByRole('button', { name: 'How to verify package 1' }).click();
    const box = dialog(page(), 'How to verify a package');
    const command = await box.getByText(/^node verify\.mjs/).textContent();
    const fingerprint = (command ?? '').split(' ').at(-1) ?? '';
    for (const verifier of ['node', 'python'] as const) {
      const { code, output } = await runVerifier(verifier, path, '--fingerprint', fingerprint);
      expect(output).toContain('VERIFIED');
      expect(code).toBe(0);
    }
    await page().keyboard.press('Escape');
  });
});

describe('the page', () => {
  test('fits a narrow window, and axe finds nothing in both themes', async () => {
    await page().setViewportSize({ width: 1024, height: 800 });
    expect(await tooWide(page())).toEqual([]);
    await page().setViewportSize({ width: 1440, height: 900 });
    expect(await axeInBothThemes(page())).toEqual([]);
    await main().getByRole('button', { name: 'How to verify package 1' }).click();
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().keyboard.press('Escape');
    await main().getByRole('button', { name: 'Make report' }).click();
    expect(await axeInBothThemes(page())).toEqual([]);
  });
});
