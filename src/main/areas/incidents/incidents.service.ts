import type {
  CommonEntity,
  IncidentDetail,
  IncidentEdge,
  IncidentGroup,
  IncidentQuery,
  IncidentSettings,
  LinkPreview,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import type {
  EntityKind,
  EntityListRule,
} from '../../../shared/areas/incidents/incidents.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import { normalEntity } from '../../db/groups/entities.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { NewId } from '../../platform/ids.ts';
import type { MatcherOf } from './alert-part.ts';
import {
  findSettings,
  listCommonEntities,
  saveEntityRule,
  saveStrictness,
} from './common-entities.store.ts';
import { mustFindIncident } from './incident-actions.ts';
import {
  countEdges,
  listEdges,
  listGroups,
  nameOfGroup,
  readDetail,
} from './incident-detail.store.ts';
import { listIncidents } from './incident-pages.ts';
import { countGroups, hasWork, readLinkState, readStrictness } from './linking.store.ts';
import { type PreviewSketch, sketchPreview } from './preview.ts';
import { readWholeInput } from './whole-input.ts';

export interface IncidentServiceDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly runner: JobRunner;
  readonly matcherOf: MatcherOf;
}

/** Up to here a preview takes a few milliseconds on the core's own thread. */
const PREVIEW_HERE = 1_500;

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function offsetOf({ cursor, limit }: Paging): { offset: number; limit: number } {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
    const message = 'The cursor is not one that this server gave out';
    throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
  }
  return { offset: Number(cursor ?? 0), limit };
}

const pageOf = <Row>(
  rows: Row[],
  total: number,
  { offset, limit }: { offset: number; limit: number },
) => ({
  rows,
  total,
  nextCursor: offset + limit < total ? String(offset + limit) : null,
});

function readSettings(db: ReadDb): IncidentSettings {
  const row = findSettings(db);
  const state = readLinkState(db);
  const isPending = hasWork(db) || (state.isWhole !== 0 && countGroups(db) > 0);
  return {
    strictness: readStrictness(db),
    revision: row ? revisionOf(row) : null,
    linkedAt: state.linkedAt === null ? null : toIso(state.linkedAt),
    isPending,
  };
}

export interface EntityListing {
  readonly kind: EntityKind;
  readonly value: string;
  readonly rule: EntityListRule | null;
  readonly reason: string;
}

const SAYS: Readonly<Record<EntityListRule, string>> = { ALWAYS: 'always', NEVER: 'never' };

export function createIncidentService({ db, newId, runner, matcherOf }: IncidentServiceDeps) {
  function decide(
    { verb, actor, reason }: { verb: string; actor: string; reason: string },
    fn: (tx: WriteTx) => { change: RowChange; summary: string },
  ): void {
    const kind = `incidents.${verb}`;
    db.write({ actor, origin: 'user', action: kind, reason }, (tx) => {
      const { change, summary } = fn(tx);
      recordAction(tx, { id: newId(), kind, actor, summary, note: reason }, [change]);
      tx.announce('incidents');
    });
  }

  async function sketch(strictness: number): Promise<PreviewSketch> {
    if (db.read('incidents.size', countGroups) > PREVIEW_HERE) {
      const { finished } = runner.start({
        ...{ kind: 'incident-preview', title: 'Preview of incidents', unit: 'groups' },
        ...{ total: null, startedBy: null, input: { strictness }, givesWay: true },
      });
      return (await finished) as PreviewSketch;
    }
    const input = await readWholeInput(db.read('incidents.input', (reader) => reader));
    const now = db.read('incidents.strictness', readStrictness);
    return sketchPreview(input, { now, strictness });
  }

  return {
    list: (query: IncidentQuery) =>
      db.read('incidents.list', (reader) => listIncidents(reader, query, matcherOf)),

    get: (id: string): IncidentDetail =>
      db.read('incidents.get', (reader) => readDetail(reader, mustFindIncident(reader, id))),

    groups: (id: string, paging: Paging) =>
      db.read('incidents.groups', (reader) => {
        const row = mustFindIncident(reader, id);
        const place = offsetOf(paging);
        return pageOf<IncidentGroup>(listGroups(reader, row.id, place), row.n_groups, place);
      }),

    edges: (id: string, paging: Paging) =>
      db.read('incidents.edges', (reader) => {
        const row = mustFindIncident(reader, id);
        const place = offsetOf(paging);
        const total = countEdges(reader, row.id);
        return pageOf<IncidentEdge>(listEdges(reader, row.id, place), total, place);
      }),

    settings: (): IncidentSettings => db.read('incidents.settings', readSettings),

    setSettings(
      body: { strictness: number; reason: string; baseRevision?: string | null | undefined },
      actor: string,
    ): IncidentSettings {
      decide({ verb: 'strictness', actor, reason: body.reason }, (tx) => {
        const row = findSettings(tx);
        const revision = row ? revisionOf(row) : null;
        if (body.baseRevision !== undefined && body.baseRevision !== revision)
          throw new AppError(
            'conflict',
            `Somebody set the strictness to ${readStrictness(tx)} meanwhile. Nothing of yours was saved.`,
            { allowed: [] },
          );
        const before = readStrictness(tx);
        const change = saveStrictness(tx, { strictness: body.strictness, usual: before, actor });
        return {
          change,
          summary: `Set the strictness of linking from ${before} to ${body.strictness}`,
        };
      });
      return db.read('incidents.settings', readSettings);
    },

    async preview(strictness: number): Promise<LinkPreview> {
      const drawn = await sketch(strictness);
      return db.read('incidents.previewNames', (reader) => withNames(reader, drawn));
    },

    commonEntities: (): CommonEntity[] => db.read('incidents.common', listCommonEntities),

    setCommonEntity(listing: EntityListing, actor: string): CommonEntity[] {
      const { kind, rule, reason } = listing;
      const value = normalEntity(kind, listing.value) ?? listing.value.toLowerCase();
      decide({ verb: 'entity', actor, reason }, (tx) => ({
        change: saveEntityRule(tx, { kind, value, rule, reason, actor }),
        summary:
          rule === null
            ? `Let '${value}' link by how common it is`
            : `Let '${value}' ${SAYS[rule]} link`,
      }));
      return db.read('incidents.common', listCommonEntities);
    },
  };
}
export type IncidentService = ReturnType<typeof createIncidentService>;

const PARTS_NAMED = 4;

function withNames(
  db: ReadDb,
  { largest, joining, separating, ...figures }: PreviewSketch,
): LinkPreview {
  const name = (id: number): string => nameOfGroup(db, id);
  return {
    ...figures,
    largest: largest && { groups: largest.groups, name: name(largest.id) },
    joining: {
      n: joining.n,
      examples: joining.examples.map((parts) => ({
        id: parts.join(','),
        name: name(parts[0] ?? 0),
        parts: parts.slice(0, PARTS_NAMED).map(name),
        of: parts.length,
      })),
    },
    separating: {
      n: separating.n,
      examples: separating.examples.map(({ id, into }) => ({
        ...{ id: String(id), name: name(id), into },
      })),
    },
  };
}
