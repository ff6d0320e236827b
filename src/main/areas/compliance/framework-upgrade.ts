/** Brings frameworks up to a newer pack, or to a file that was looked at. */
import { createHash } from 'node:crypto';
import type {
  ApplyUpgrade,
  UpgradeFrom,
  UpgradeReceipt,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import type { PackRequirement } from '../../../shared/areas/compliance/pack.contract.ts';
import type { Upgrade } from '../../../shared/areas/compliance/upgrade.contract.ts';
import {
  placeRequirements,
  planUpgrade,
  type UpgradePlan,
} from '../../../shared/areas/compliance/upgrade.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import { type UpgradeTarget, upgradeFramework } from './framework-write.ts';
import { byUser, fieldsOfPack, mustFindFramework, toFramework } from './frameworks.service.ts';
import { type FrameworkRow, readFrameworkCounts, readPlacedControls } from './frameworks.store.ts';
import type { PackLibrary } from './packs.ts';

/** A framework of a file, as it is brought up to. */
export interface DraftVersion {
  readonly name: string;
  readonly version: string | null;
  readonly publisher: string | null;
  readonly licence: string | null;
  readonly source: string | null;
  readonly requirements: readonly PackRequirement[];
}

export interface UpgradeDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly packs: PackLibrary;
  /** @throws AppError 'not-found' where the file is no longer at hand. */
  readonly draftOf: (token: string, index: number, actor: string) => DraftVersion;
}

interface NamedTarget extends UpgradeTarget {
  readonly name: string;
  readonly version: string | null;
  readonly baseline: string | null;
}

export function createUpgradeService({ db, newId, packs, draftOf }: UpgradeDeps) {
  function targetOf(row: FrameworkRow, from: UpgradeFrom, actor: string): NamedTarget {
    if (from.import !== undefined) {
      return fileTarget(row, draftOf(from.import, from.index, actor), from);
    }
    const pack = packs.find(from.pack ?? '');
    if (!pack) throw new AppError('not-found', 'There is no such framework pack');
    const known = new Set(pack.requirements.flatMap(({ baselines }) => baselines ?? []));
    const baseline = row.baseline !== null && known.has(row.baseline) ? row.baseline : null;
    const { category: _, ...fields } = fieldsOfPack(pack);
    const before = row.packId === null ? undefined : packs.find(row.packId);
    return {
      placed: placeRequirements(pack.requirements, baseline, pack.baselineDefault),
      // A name that somebody gave stays.
      fields: { ...fields, baseline, ...(row.name === before?.name ? { name: pack.name } : {}) },
      label: pack.version,
      options: { isWhole: true, isOtherVersion: row.packId !== pack.id },
      ...{ name: pack.name, version: pack.version, baseline },
    };
  }

  function planOf(reader: ReadDb, row: FrameworkRow, target: NamedTarget): UpgradePlan {
    return planUpgrade(readPlacedControls(reader, row.id), target.placed, target.options);
  }

  return {
    preview: (id: string, from: UpgradeFrom, actor: string): Upgrade =>
      db.read('frameworks.upgrade', (reader) => {
        const row = mustFindFramework(reader, id);
        const target = targetOf(row, from, actor);
        return toUpgrade(row, target, planOf(reader, row, target));
      }),

    apply(id: string, { from, digest }: ApplyUpgrade, actor: string): UpgradeReceipt {
      return db.write(byUser(actor, 'compliance.upgradeFramework', from.pack), (tx) => {
        const row = mustFindFramework(tx, id);
        const target = targetOf(row, from, actor);
        if (toUpgrade(row, target, planOf(tx, row, target)).digest !== digest) {
          throw new AppError(
            'conflict',
            'The framework changed since this was reviewed. Look at what would change again.',
          );
        }
        const { counts } = upgradeFramework({ tx, newId }, id, target);
        const now = toFramework(mustFindFramework(tx, id), readFrameworkCounts(tx, id)(id), packs);
        const { changed, moved, back } = counts;
        const gone = counts.gone + counts.withdrawn;
        return { framework: now, added: counts.new, changed, moved, gone, restored: back };
      });
    },
  };
}
export type UpgradeService = ReturnType<typeof createUpgradeService>;

function fileTarget(row: FrameworkRow, draft: DraftVersion, { isWhole }: UpgradeFrom): NamedTarget {
  const { name, version, publisher, licence, source } = draft;
  return {
    placed: placeRequirements(draft.requirements, null),
    fields: {
      ...(version === null ? {} : { version }),
      ...(publisher === null ? {} : { publisher }),
      ...(licence === null ? {} : { licence }),
      ...(source === null ? {} : { source }),
    },
    label: version ?? name,
    options: { isWhole, isOtherVersion: true },
    ...{ name, version, baseline: row.baseline },
  };
}

function toUpgrade(row: FrameworkRow, target: NamedTarget, plan: UpgradePlan): Upgrade {
  const { name, version, baseline } = target;
  const { items, counts, unchanged, own } = plan;
  const answer = { frameworkId: row.id, name, version, baseline, counts, unchanged, own };
  const digest = createHash('sha256')
    .update(JSON.stringify([answer, items]))
    .digest('hex');
  return { ...answer, items: [...items], digest };
}
