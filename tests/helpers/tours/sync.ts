/** Sync: every state of its page, its dialogs, and what records show of it. */
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { answerAsIf, SHOWN_STATES } from '../sync-page-states.ts';
import { type Layer, openScreen } from '../tour.ts';

async function openAs(product: Product, state: string, path = '/settings/sync'): Promise<void> {
  await answerAsIf(product.page);
  await openScreen(product, `${path}${path.includes('?') ? '&' : '?'}as-if=${state}`);
}

/** Does one thing on the page of a workspace that is up to date. */
function step(name: string, run: (product: Product) => Promise<void>): Layer {
  return {
    name,
    async open(product) {
      await openAs(product, 'up-to-date');
      await run(product);
    },
  };
}

const main = ({ page }: Product) => page.getByRole('main');

async function readInvitation(product: Product): Promise<void> {
  const { page } = product;
  await answerAsIf(page);
  // The page is that of a workstation alone; only what the invitation says is made up.
  await openScreen(product, '/settings/sync');
  await main(product).getByRole('button', { name: 'Join with an invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join a shared workspace' });
  await dialog.getByLabel('Invitation').fill('WF1.an-invitation');
  await page.evaluate(() => history.replaceState(history.state, '', '?as-if=up-to-date'));
  await dialog.getByRole('button', { name: 'Read the invitation' }).click();
  await expect(dialog.getByText('Northwind SOC')).toBeVisible();
}

export const SYNC_LAYERS: readonly Layer[] = [
  ...SHOWN_STATES.map(
    (state): Layer => ({
      name: `sync-${state}`,
      open: (product) => openAs(product, state),
    }),
  ),
  {
    name: 'sync-create',
    async open(product) {
      await openScreen(product, '/settings/sync');
      await main(product).getByRole('button', { name: 'Create a shared workspace' }).click();
      await expect(
        product.page.getByRole('dialog', { name: 'Create a shared workspace' }),
      ).toBeVisible();
    },
  },
  { name: 'sync-join-preview', open: readInvitation },
  step('sync-invite', async (product) => {
    await main(product).getByRole('button', { name: 'Invite' }).click();
    await expect(product.page.getByRole('dialog', { name: 'Invite a person' })).toBeVisible();
  }),
  step('sync-invited', async (product) => {
    const { page } = product;
    await main(product).getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Name').fill('Dora Lind');
    await page.getByLabel('Email').fill('dora@example.test');
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    await expect(page.getByRole('dialog', { name: 'Invitation for Dora Lind' })).toBeVisible();
  }),
  step('sync-shut-out', async (product) => {
    await main(product).getByRole('button', { name: 'Shut out desk-2' }).click();
    await expect(product.page.getByRole('alertdialog')).toBeVisible();
  }),
  step('sync-leave', async (product) => {
    await main(product).getByRole('button', { name: 'Leave and wipe' }).click();
    await expect(product.page.getByRole('dialog')).toBeVisible();
  }),
  step('sync-all-conflicts', async (product) => {
    await main(product).getByRole('radio', { name: 'All', exact: true }).click();
    await expect(main(product).getByText('Contoso Hosting')).toBeVisible();
  }),
  step('sync-panel', async (product) => {
    await product.page.getByRole('button', { name: /^Connection: / }).click();
    const panel = product.page.getByRole('dialog', { name: 'Connection' });
    await expect(panel.getByText('2 open conflicts')).toBeVisible();
  }),
  {
    name: 'sync-on-alert',
    async open(product) {
      const { page, origin } = product;
      await openScreen(product, '/alerts');
      const first: { id: string }[] = await (
        await page.request.get(`${origin}/api/alerts?limit=1`)
      ).json();
      await openAs(product, 'up-to-date', `/alerts?alert=${first[0]?.id ?? ''}`);
      await expect(page.getByText('Also open by')).toBeVisible();
    },
  },
  {
    // A long text word by word, and one that was decided a minute ago.
    name: 'sync-on-risk',
    async open(product) {
      const { page, origin } = product;
      await openScreen(product, '/risk');
      const [first]: { id: string }[] = await (
        await page.request.get(`${origin}/api/risks`)
      ).json();
      await openAs(product, 'up-to-date', `/risk?risk=${first?.id ?? ''}`);
      const notice = page.getByRole('region', { name: 'Conflicts of this record' });
      await expect(
        notice.getByRole('region', { name: 'Differences of Mitigation plan' }),
      ).toBeVisible();
      await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
];
