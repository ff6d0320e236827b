import { join } from 'node:path';
import { roleMay } from '../../shared/contract/permissions.ts';
import { createRawReader } from '../areas/alerts/raw-records.store.ts';
import type { AnalystTools } from '../areas/assistant/agent/agent.deps.ts';
import { roleOf } from '../areas/assistant/agent/agent-tools.store.ts';
import { createAnalystTools } from '../areas/assistant/agent/analyst-tools.ts';
import { createAttackSource } from '../db/attack-reader.ts';
import type { ReadDb } from '../db/database.ts';
import type { CoreDeps } from './core-deps.ts';

/** The tools of a model's run, limited to what the account may read; null: the product itself, which reads all. */
export function wireAnalystTools({
  db,
  appRoot,
}: Pick<CoreDeps, 'db' | 'appRoot'>): (account: string | null) => AnalystTools {
  const attack = createAttackSource(join(appRoot, 'resources', 'attack'));
  const techniques = {
    find: (reader: ReadDb, id: string) => attack.of(reader).technique(id),
    controlsOf: attack.controlsOf,
  };
  return (account) => {
    const role =
      account === null ? null : db.read('agent.role', (reader) => roleOf(reader, account));
    return createAnalystTools({
      ...{ db, techniques },
      rawRecord(reader, seq) {
        const record = createRawReader(reader)(seq);
        return record && new TextDecoder().decode(record.bytes);
      },
      may: (permission) => account === null || (role !== null && roleMay(role, permission)),
    });
  };
}
