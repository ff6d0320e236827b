/** What an investigation reads of other areas, and how it marks the alerts that it looked at. */
import { join } from 'node:path';
import { changeAlert } from '../areas/alerts/alerts.store.ts';
import { createRawReader } from '../areas/alerts/raw-records.store.ts';
import type { InvestigateDeps } from '../areas/forensics/investigate.jobs.ts';
import { type AttackSource, createAttackSource } from '../db/attack-reader.ts';
import type { Database } from '../db/database.ts';
import { findAppRoot } from '../platform/app-root.ts';

/** Of a record so much is looked at. */
const RECORD_MAX = 65_536;

/** ATT&CK as the workspace has it, read when it is first asked. */
export const createCaseAttack = (): AttackSource =>
  createAttackSource(join(findAppRoot(import.meta.dirname), 'resources', 'attack'));

export function createCaseSources(db: Database): InvestigateDeps {
  const attack = createCaseAttack();
  return {
    changeAlert,
    techniques: db.read('attack.names', (reader) => {
      const table = attack.of(reader);
      return {
        ...table.names,
        mitigationsOf: (id) => table.technique(id)?.mitigations ?? [],
      };
    }),
    readRecord(db) {
      const read = createRawReader(db);
      const decoder = new TextDecoder();
      return (seq) => {
        const record = read(seq);
        if (!record) return null;
        return {
          format: record.format,
          text: decoder.decode(record.bytes.subarray(0, RECORD_MAX)),
        };
      };
    },
  };
}
