/** Analyst Health: every tab, and the dialogs of the policy and of an asset. */
import { dialog } from '../browser-desk.ts';
import { expect } from '../browser-expect.ts';
import { type Layer, openScreen } from '../tour.ts';

const TABS = ['health', 'patterns', 'audits', 'looks', 'trips', 'backtest', 'assets'] as const;

export const AUTOMATION_LAYERS: readonly Layer[] = [
  ...TABS.map(
    (tab): Layer => ({
      name: `automation-${tab}`,
      open: (product) => openScreen(product, `/automation?tab=${tab}`),
    }),
  ),
  {
    name: 'automation-switch',
    async open(product) {
      await openScreen(product, '/automation');
      await product.page.getByRole('button', { name: 'Switch on', exact: true }).click();
      await expect(dialog(product.page, 'Switch automation on')).toBeVisible();
    },
  },
  {
    name: 'automation-cap',
    async open(product) {
      await openScreen(product, '/automation');
      await product.page.getByRole('button', { name: 'Change daily cap' }).click();
      await expect(dialog(product.page, 'Change daily cap')).toBeVisible();
    },
  },
  {
    name: 'automation-points',
    async open(product) {
      await openScreen(product, '/automation');
      const button = product.page.getByRole('button', { name: /^(Use|Keep) hand-set points$/ });
      const name = (await button.textContent())?.trim() ?? '';
      await button.click();
      await expect(dialog(product.page, name)).toBeVisible();
    },
  },
  {
    name: 'settings-attack',
    open: (product) => openScreen(product, '/settings/attack'),
  },
  {
    name: 'settings-attack-file',
    async open(product) {
      await openScreen(product, '/settings/attack');
      await product.page.getByRole('button', { name: 'Update ATT&CK from a file' }).click();
      await expect(dialog(product.page, 'Update ATT&CK from a file')).toBeVisible();
    },
  },
  {
    name: 'automation-asset',
    async open(product) {
      await openScreen(product, '/automation?tab=assets');
      await product.page.getByRole('button', { name: 'Add asset' }).click();
      await expect(dialog(product.page, 'Add asset')).toBeVisible();
    },
  },
];
