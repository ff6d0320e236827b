import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPasswordHasher } from '../../src/main/areas/auth/password.ts';
import { openStorage } from '../../src/main/db/open.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { DEFAULT_PREFERENCES } from '../../src/shared/areas/settings/preferences.contract.ts';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../src/shared/areas/settings/workspace-settings.contract.ts';
import { createClient } from '../../src/shared/contract/client.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { openTestApp, PASSWORD, REPOSITORY, tokenOf } from '../helpers/open-test-app.ts';

const SHIPPED = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
const EMAIL = 'old@example.test';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A workspace as it was before there were settings: one administrator, the first schema. */
async function makeOldWorkspace(dataDir: string): Promise<void> {
  const migrationsDir = join(folder, 'first');
  mkdirSync(migrationsDir);
  const [first = ''] = readdirSync(SHIPPED).sort();
  cpSync(join(SHIPPED, first), join(migrationsDir, first));
  const key = await fileKeyStore.databaseKey(dataDir);
  const { connection, close } = openStorage({ dataDir, migrationsDir, key, newId: newUuid });
  const hash = await createPasswordHasher(4).hash(PASSWORD);
  connection.exec(`
    INSERT INTO users (id, email, first_name, last_name, role, created_at, updated_at, row_version)
      VALUES ('u1', '${EMAIL}', 'Old', 'Hand', 'Administrator', 1, 1, '1');
    INSERT INTO credentials VALUES ('u1', '${hash}');
    INSERT INTO meta VALUES ('workspace_kind', 'empty'), ('workspace_created_at', '1');`);
  close();
}

test('[ST5] a workspace of the first schema opens with its accounts and the default settings', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  await makeOldWorkspace(dataDir);
  const app = await openTestApp({ as: null, dataDir });
  const body = { email: EMAIL, password: PASSWORD };
  const token = tokenOf(await app.request('POST', '/api/login', { body }));
  const client = createClient(async ({ method, path }) => {
    const answer = await app.request(method, path, { token: token ?? null });
    const { status, statusText } = answer;
    return { status, statusText, headers: {}, body: await answer.text() };
  });
  expect(await client.call(contract.auth.user, {})).toMatchObject({
    id: 'u1',
    role: 'Administrator',
    deactivatedAt: null,
  });
  expect(await client.call(contract.preferences.get, {})).toEqual(DEFAULT_PREFERENCES);
  expect(await client.call(contract.workspaceSettings.get, {})).toEqual(DEFAULT_WORKSPACE_SETTINGS);
  await app.close();
});
