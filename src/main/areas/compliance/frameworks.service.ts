import type {
  Adopt,
  Framework,
  FrameworkDetail,
  FrameworkUpdate,
  GoneControl,
  NewFramework,
  PackDetail,
  PackSummary,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import { placeRequirements } from '../../../shared/areas/compliance/upgrade.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import {
  controlsTable,
  frameworkGroupsTable,
  frameworksTable,
} from '../../db/tables/compliance.table.ts';
import type { Caller } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { type FrameworkPatch, insertFramework } from './framework-write.ts';
import {
  type FrameworkCounts,
  type FrameworkRow,
  findFramework,
  hasAnswers,
  isNameTaken,
  readAllFrameworks,
  readFrameworkCounts,
  readFrameworkPage,
  readGoneControls,
  readGroupCounts,
  readGroups,
  readPlacedControls,
} from './frameworks.store.ts';
import { detailPack, type PackLibrary, summarizePack } from './packs.ts';

export interface FrameworkServiceDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly packs: PackLibrary;
}

export const byUser = (actor: string, action: string, reason?: string): Caller => ({
  ...{ actor, origin: 'user' as const, action },
  ...(reason === undefined ? {} : { reason }),
});

export function mustFindFramework(db: ReadDb, id: string): FrameworkRow {
  const row = findFramework(db, id);
  if (!row) throw new AppError('not-found', 'There is no such framework');
  return row;
}

export function refuseTakenName(
  db: ReadDb,
  name: string,
  version: string | null,
  except?: string,
): void {
  if (!isNameTaken(db, { name, version, ...(except === undefined ? {} : { except }) })) return;
  const which = version === null ? `"${name}"` : `"${name}" ${version}`;
  throw new AppError(
    'conflict',
    `There is a framework ${which} already. Give this one another name or version.`,
  );
}

/** What a framework takes over of the pack that it comes from. */
export function fieldsOfPack(pack: FrameworkPack) {
  const { id, checksum, publisher, licence, source, textPolicy, version, category } = pack;
  return {
    packId: id,
    packChecksum: checksum,
    publisher,
    licence,
    source,
    textPolicy,
    version,
    category,
  };
}

const hasRequirements = (pack: FrameworkPack) =>
  pack.requirements.some(({ kind }) => kind === 'requirement');

/** The shipped pack that a framework can be brought up to; a newer version goes before its own. */
function upgradeOf(packs: PackLibrary, row: FrameworkRow): Framework['upgrade'] {
  if (row.packId === null) return null;
  const own = packs.find(row.packId);
  const newer = packs.list().find(({ supersedes }) => supersedes === row.packId);
  const [pack, kind] =
    newer !== undefined
      ? ([newer, 'newer'] as const)
      : ([own, row.packChecksum === null ? 'linked' : 'edited'] as const);
  if (!pack || !hasRequirements(pack) || pack.checksum === row.packChecksum) return null;
  return { packId: pack.id, name: pack.name, version: pack.version, kind };
}

export function toFramework(
  row: FrameworkRow,
  { byStatus, total, gone }: FrameworkCounts,
  packs: PackLibrary,
): Framework {
  const { rowVersion: _, fieldVersions: __, deletedAt: ___, ...fields } = row;
  const pack = row.packId === null ? undefined : packs.find(row.packId);
  return {
    ...fields,
    // What only says its pack is of that pack's publisher.
    publisher: row.publisher ?? pack?.publisher ?? null,
    licence: row.licence ?? pack?.licence ?? null,
    source: row.source ?? pack?.source ?? null,
    textPolicy: row.textPolicy ?? pack?.textPolicy ?? null,
    createdAt: toIso(row.createdAt),
    updatedAt: row.updatedAt === null ? null : toIso(row.updatedAt),
    controlCount: total,
    counts: byStatus,
    goneCount: gone,
    upgrade: upgradeOf(packs, row),
  };
}

export function createFrameworkService({ db, newId, packs }: FrameworkServiceDeps) {
  const one = (reader: ReadDb, id: string): Framework =>
    toFramework(mustFindFramework(reader, id), readFrameworkCounts(reader, id)(id), packs);

  function mustFindPack(id: string): FrameworkPack {
    const pack = packs.find(id);
    if (!pack) throw new AppError('not-found', 'There is no such framework pack');
    return pack;
  }

  function summary(pack: FrameworkPack, rows: readonly FrameworkRow[]): PackSummary {
    const upgrades = rows.filter((row) => upgradeOf(packs, row)?.packId === pack.id);
    return summarizePack(pack, rows, upgrades);
  }

  return {
    list(query: { limit: number; cursor?: string | undefined }) {
      return db.read('frameworks.list', (reader) => {
        const { rows, total, nextCursor } = readFrameworkPage(reader, query);
        const counts = readFrameworkCounts(reader);
        return {
          rows: rows.map((row) => toFramework(row, counts(row.id), packs)),
          total,
          nextCursor,
        };
      });
    },

    get(id: string): FrameworkDetail {
      return db.read('frameworks.get', (reader) => {
        const framework = one(reader, id);
        const { packId } = framework;
        return {
          ...framework,
          groups: readGroupCounts(reader, id),
          unverified: (packId === null ? undefined : packs.find(packId))?.unverified ?? null,
          hasAnswers: hasAnswers(reader, id),
        };
      });
    },

    create(input: NewFramework, actor: string): Framework {
      return db.write(byUser(actor, 'compliance.createFramework'), (tx) => {
        refuseTakenName(tx, input.name, input.version);
        const placed = { groups: [], requirements: [], withdrawn: [] };
        return one(tx, insertFramework({ tx, newId }, input, placed));
      });
    },

    update(id: string, update: FrameworkUpdate, actor: string): Framework {
      const action = update.isActive === false ? 'deactivateFramework' : 'updateFramework';
      return db.write(byUser(actor, `compliance.${action}`), (tx) => {
        const row = mustFindFramework(tx, id);
        const { packId, ...fields } = update;
        if (fields.name !== undefined || fields.version !== undefined) {
          refuseTakenName(tx, fields.name ?? row.name, fields.version ?? row.version, id);
        }
        const isRelinked = packId !== undefined && packId !== row.packId;
        // A link alone has aligned nothing: the checksum stays empty until an upgrade is applied.
        const link = isRelinked ? linkOf(packId === null ? null : mustFindPack(packId)) : {};
        tx.update(frameworksTable, id, { ...given(fields), ...link, updatedAt: tx.now });
        return one(tx, id);
      });
    },

    remove(id: string, actor: string): { id: string } {
      return db.write(byUser(actor, 'compliance.removeFramework'), (tx) => {
        const { name } = mustFindFramework(tx, id);
        if (hasAnswers(tx, id)) {
          throw new AppError(
            'conflict',
            `"${name}" has answers: assessments, evidence or tests. Deactivate it instead; they are kept.`,
          );
        }
        for (const control of readPlacedControls(tx, id)) tx.remove(controlsTable, control.id);
        for (const group of readGroups(tx, id)) tx.remove(frameworkGroupsTable, group.id);
        tx.remove(frameworksTable, id);
        return { id };
      });
    },

    packs(): PackSummary[] {
      const rows = db.read('frameworks.packs', readAllFrameworks);
      return packs.list().map((pack) => summary(pack, rows));
    },

    pack(id: string): PackDetail {
      const pack = mustFindPack(id);
      return detailPack(pack, summary(pack, db.read('frameworks.packs', readAllFrameworks)));
    },

    adopt(packId: string, { baseline, name: given }: Adopt, actor: string): Framework {
      const pack = mustFindPack(packId);
      const known = new Set(pack.requirements.flatMap(({ baselines }) => baselines ?? []));
      if (baseline !== null && !known.has(baseline)) {
        const which = known.size > 0 ? `It has ${[...known].join(', ')}.` : 'It has none.';
        throw new AppError('bad-input', `${pack.name} has no baseline "${baseline}". ${which}`);
      }
      const name = given ?? (baseline === null ? pack.name : `${pack.name} ${baseline}`);
      return db.write(byUser(actor, 'compliance.adoptFramework', pack.id), (tx) => {
        refuseTakenName(tx, name, pack.version);
        const placed = placeRequirements(pack.requirements, baseline, pack.baselineDefault);
        const fields = { ...fieldsOfPack(pack), name, baseline, description: pack.source };
        return one(tx, insertFramework({ tx, newId }, fields, placed));
      });
    },

    gone: (id: string): GoneControl[] =>
      db.read('frameworks.gone', (reader) => {
        mustFindFramework(reader, id);
        return readGoneControls(reader, id);
      }),

    /** What is restored is the workspace's own from then on: no version places it any more. */
    restore(id: string, controlIds: readonly string[], actor: string): GoneControl[] {
      return db.write(byUser(actor, 'compliance.restoreControls'), (tx) => {
        mustFindFramework(tx, id);
        const gone = new Set(readGoneControls(tx, id).map((control) => control.id));
        for (const controlId of controlIds) {
          if (!gone.has(controlId)) {
            throw new AppError('not-found', 'There is no such control among those that are gone');
          }
          tx.update(controlsTable, controlId, { goneIn: null, isCustom: true, updatedAt: tx.now });
        }
        return readGoneControls(tx, id);
      });
    },
  };
}
export type FrameworkService = ReturnType<typeof createFrameworkService>;

/** What was asked for, without what was not named. */
function given(fields: Omit<FrameworkUpdate, 'packId'>): FrameworkPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as FrameworkPatch;
}

function linkOf(pack: FrameworkPack | null) {
  if (pack === null) {
    return {
      packId: null,
      packChecksum: null,
      publisher: null,
      licence: null,
      source: null,
      textPolicy: null,
    };
  }
  const { id, publisher, licence, source, textPolicy } = pack;
  return { packId: id, packChecksum: null, publisher, licence, source, textPolicy };
}
