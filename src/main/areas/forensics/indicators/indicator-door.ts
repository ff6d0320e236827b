/** How indicators of others are taken over: by the rules of an import, through the same door. */
import {
  type ImportedRow,
  Problems,
} from '../../../../shared/areas/forensics/indicators/import-row.ts';
import type { ReadRelation } from '../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { loadFindPorts } from './find-ports.ts';
import { type Planned, planImport } from './import-plan.ts';
import { type Importing, type PutOutcome, putIndicator, relateIndicators } from './import-put.ts';
import { withValue } from './indicators.store.ts';

type Row = ImportedRow & { readonly originId?: string };

export async function openIndicatorDoor({
  now,
  ...importing
}: Omit<Importing, 'byStixId'> & { readonly now: number }) {
  const ports = await loadFindPorts();
  const frame = { defaults: {}, ports, problems: new Problems(), now };
  const state: Importing = { ...importing, byStixId: new Map() };
  const planned = (row: Row): Planned | null => planImport(row, frame);
  return {
    /** What taking it over would come to; null where the value has no known form. */
    outcome(db: ReadDb, row: Row): PutOutcome | null {
      const one = planned(row);
      if (one === null) return null;
      const known = withValue(db, one).find(({ investigationId }) => investigationId === null);
      if (!known) return 'added';
      const before = known as unknown as Record<string, unknown>;
      const isNews = Object.entries(one.said).some(
        ([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value),
      );
      return isNews ? 'updated' : 'unchanged';
    },
    put(tx: WriteTx, row: Row): PutOutcome | null {
      const one = planned(row);
      return one === null ? null : putIndicator(state, tx, one, row.originId ?? null);
    },
    relate: (tx: WriteTx, relations: readonly ReadRelation[]) =>
      relateIndicators(state, tx, relations),
  };
}
