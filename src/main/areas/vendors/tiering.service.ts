import { openTieringQuestions, tierOf } from '../../../shared/areas/vendors/tiering.rules.ts';
import type {
  Tiering,
  TieringInput,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { vendorTieringsTable } from '../../db/tables/vendor-assessments.table.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import type { NewId } from '../../platform/ids.ts';
import { readTierings, type TieringRow } from './assessments.store.ts';
import { badField, mustFindVendor } from './vendors.service.ts';
import { readPeople } from './vendors.store.ts';

function toTierings(db: ReadDb, rows: readonly TieringRow[]): Tiering[] {
  const people = readPeople(
    db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => {
    const now = tierOf(row.answers);
    return {
      id: row.id,
      version: row.version,
      answers: row.answers,
      share: row.share,
      inherentTier: row.inherentTier,
      tier: row.tier,
      overrideReason: row.overrideReason,
      reasons: now?.version === row.version ? [...now.reasons] : [],
      createdByName: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
      createdAt: toIso(row.createdAt),
    };
  });
}

export function createTieringService({ db, newId }: { db: Database; newId: NewId }) {
  const list = (vendorId: string): Tiering[] =>
    db.read('vendors.tierings', (reader) =>
      toTierings(reader, readTierings(reader, mustFindVendor(reader, vendorId).id)),
    );
  return {
    list,
    /** The vendor gets the tier in the same transaction. */
    tier(
      vendorId: string,
      { answers, tier, overrideReason }: TieringInput,
      actor: string,
    ): Tiering {
      const [open] = openTieringQuestions(answers);
      if (open) throw badField(`answers.${open.id}`, `Answer '${open.short}'`);
      const result = tierOf(answers);
      if (!result) throw new AppError('internal', 'The answers gave no tier');
      const chosen = tier ?? result.tier;
      const isOverride = chosen !== result.tier;
      if (isOverride && overrideReason === null)
        throw badField('overrideReason', 'A reason is required to choose another tier');
      const id = newId();
      const reason = isOverride ? overrideReason : null;
      db.write({ actor, origin: 'user', action: 'vendors.tier', reason }, (tx) => {
        const vendor = mustFindVendor(tx, vendorId);
        if (vendor.status === 'TERMINATED')
          throw new AppError('conflict', 'This vendor is TERMINATED: it gets no other tier.', {
            allowed: [],
          });
        tx.insert(vendorTieringsTable, {
          ...{ id, vendorId, version: result.version, share: result.share, tier: chosen },
          answers: Object.fromEntries(Object.entries(answers)),
          inherentTier: result.tier,
          overrideReason: reason,
          createdBy: actor,
          createdAt: tx.now,
        });
        tx.update(vendorsTable, vendorId, { riskTier: chosen, updatedAt: tx.now });
      });
      const made = list(vendorId).find((one) => one.id === id);
      if (!made) throw new AppError('internal', 'The tiering was not kept');
      return made;
    },
  };
}
export type TieringService = ReturnType<typeof createTieringService>;
