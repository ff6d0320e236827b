/** What a file says of an indicator, written: added, brought up to date, or as it was. */
import type { Provenance } from '../../../../shared/areas/forensics/indicators/life.ts';
import type { ReadRelation } from '../../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { indicatorRelationsTable, indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { Planned } from './import-plan.ts';
import { relationsOf, withValue } from './indicators.store.ts';

export interface Importing {
  readonly newId: NewId;
  readonly fileName: string;
  readonly actor: string | null;
  /** Ids by the STIX identifier that they came with. */
  readonly byStixId: Map<string, string>;
}

export type PutOutcome = 'added' | 'updated' | 'unchanged';

/** @param originId The object of others that it was read from. */
export function putIndicator(
  { newId, fileName, actor, byStixId }: Importing,
  tx: WriteTx,
  one: Planned,
  originId: string | null = null,
): PutOutcome {
  const known = withValue(tx, one).find(({ investigationId }) => investigationId === null);
  if (one.stixId !== null && known) byStixId.set(one.stixId, known.id);
  if (known) {
    const before = known as unknown as Record<string, unknown>;
    const news = Object.entries(one.said).filter(
      ([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value),
    );
    if (news.length === 0) return 'unchanged';
    tx.update(indicatorsTable, known.id, { ...Object.fromEntries(news), updatedAt: tx.now });
    return 'updated';
  }
  const id = newId();
  if (one.stixId !== null) byStixId.set(one.stixId, id);
  const provenance: Provenance = {
    ...{ kind: 'import', name: fileName, id: originId, start: null, end: null, excerpt: null },
  };
  tx.insert(indicatorsTable, {
    ...one.assumed,
    ...{ source: fileName.slice(0, 200), ...one.said },
    ...{ id, type: one.type, value: one.value, stixId: one.stixId, provenance },
    ...{ createdBy: actor, createdAt: tx.now, updatedAt: tx.now },
  });
  return 'added';
}

export function relateIndicators(
  { newId, actor, byStixId }: Importing,
  tx: WriteTx,
  relations: readonly ReadRelation[],
): void {
  for (const { from, to, kind } of relations) {
    const [fromId, toId] = [byStixId.get(from), byStixId.get(to)];
    if (!fromId || !toId || fromId === toId) continue;
    const isThere = relationsOf(tx, fromId).some(
      (one) => one.other === toId && one.kind === kind && one.is_from === 1,
    );
    if (isThere) continue;
    tx.insert(indicatorRelationsTable, {
      ...{ id: newId(), fromId, toId, kind, createdBy: actor, createdAt: tx.now },
    });
  }
}
