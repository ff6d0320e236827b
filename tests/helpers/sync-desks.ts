/** Two workstations of one workspace, as people have them: two built hosts, two folders, one server. */
import type { Browser, BrowserContextOptions } from 'playwright';
import { expect } from './browser-expect.ts';
import { type BrowserProduct, openOnBrowser } from './browser-product.ts';
import { openScreen } from './tour.ts';

export interface DeskPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface SyncDesk extends BrowserProduct {
  /** A call as the person who is signed in; fails where the core refuses. */
  api<T>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: unknown): Promise<T>;
}

/** A new folder, set up by this person, connected to the network. */
export async function openDeskOf(
  browser: Browser,
  person: DeskPerson,
  context: BrowserContextOptions = {},
): Promise<SyncDesk> {
  const product = await openOnBrowser({ browser, context });
  const { page, origin } = product;
  const api: SyncDesk['api'] = async <T>(method: string, path: string, data?: unknown) => {
    const answer = await page.request.fetch(`${origin}${path}`, {
      ...{ method, headers: { origin } },
      ...(data === undefined ? {} : { data }),
    });
    if (!answer.ok())
      throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? null : await answer.json()) as T;
  };
  await api('POST', '/api/setup', {
    ...person,
    ...{ password: 'correct horse battery', workspace: 'empty' },
  });
  await api('PATCH', '/api/isolation', { isIsolated: false });
  await openScreen(product, '/settings/sync');
  return { ...product, api };
}

/** Makes the workspace on the page, with the connection of the database's owner. */
export async function createWorkspace(
  desk: SyncDesk,
  connection: string,
  authority: string | null = null,
): Promise<void> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Create a shared workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a shared workspace' });
  await dialog.getByLabel('Name of the workspace').fill('Northwind SOC');
  await dialog.getByLabel('Name of this workstation').fill('desk-1');
  await dialog.getByLabel("Connection of the database's owner").fill(connection);
  if (authority !== null) await dialog.getByLabel('Certificate of the authority').fill(authority);
  await dialog.getByRole('button', { name: 'Create and join' }).click();
  await expect(page.getByRole('region', { name: 'Northwind SOC' })).toBeVisible({
    timeout: 60_000,
  });
}

/** Invites a further person on the page; returns the text that is shown once. */
export async function invitePerson(
  desk: SyncDesk,
  person: DeskPerson,
  role = 'Administrator',
): Promise<string> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Invite' }).click();
  const name = `${person.firstName} ${person.lastName}`;
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
  await page.getByRole('button', { name: 'Make the invitation' }).click();
  const made = page.getByRole('dialog', { name: `Invitation for ${name}` });
  const text = await made
    .getByRole('region', { name: 'Invitation' })
    .textContent({ timeout: 30_000 });
  await made.getByRole('button', { name: 'Done' }).click();
  return (text ?? '').trim();
}

/** Joins with an invitation on the page, merging what is here, or fresh after a backup with a passphrase. */
export async function joinWorkspace(
  desk: SyncDesk,
  invitation: string,
  label: string,
  passphrase: string | null = null,
): Promise<void> {
  const { page } = desk;
  await openScreen(desk, '/settings/sync');
  await page.getByRole('button', { name: 'Join with an invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join a shared workspace' });
  await dialog.getByLabel('Invitation').fill(invitation);
  await dialog.getByRole('button', { name: 'Read the invitation' }).click();
  await expect(dialog.getByText('Northwind SOC')).toBeVisible();
  await dialog.getByLabel('Name of this workstation').fill(label);
  const mode =
    passphrase === null ? 'Merge it into the workspace' : 'Begin fresh from the workspace';
  await dialog.getByRole('radio', { name: mode }).click();
  if (passphrase !== null) await dialog.getByLabel('Passphrase of the backup').fill(passphrase);
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Northwind SOC' })).toBeVisible({
    timeout: 60_000,
  });
}
