/** Indicators: what people do with them. A value is never changed: it is another indicator. */
import { indicatorOf } from '../../../../shared/areas/forensics/indicators/find.ts';
import type {
  Indicator,
  IndicatorBulkChange,
  IndicatorChange,
  IndicatorDetail,
  IndicatorFilter,
  NewIndicator,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import {
  halfLifeOf,
  INDICATOR_LIMITS,
  type RelationKind,
  scoreFormula,
} from '../../../../shared/areas/forensics/indicators/life.ts';
import { normalIndicator } from '../../../../shared/areas/forensics/indicators/normal-indicator.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { indicatorRelationsTable, indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { Caller } from '../../../db/write-door.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { NewId } from '../../../platform/ids.ts';
import {
  findInvestigation,
  type IndicatorRow,
  peopleNames,
  titlesOf,
} from '../investigations.store.ts';
import { type ChangedRow, createBulkUndo } from './bulk-undo.ts';
import { loadFindPorts } from './find-ports.ts';
import {
  countIndicatorRows,
  type IndicatorOrder,
  type ListedAfter,
  listIndicatorRows,
  placeOfRow,
} from './indicator-list.store.ts';
import { agingOf, caseOf, toIndicator, toSighting } from './indicator-view.ts';
import {
  dropSightings,
  findIndicator,
  findRelation,
  relationsOf,
  sightingsOf,
  withValue,
} from './indicators.store.ts';
import type { Goodness } from './warninglists.store.ts';

export interface IndicatorServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly goodness: Goodness;
}

const SIGHTINGS_SHOWN = 100;

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly order?: IndicatorOrder | undefined;
}

function mustFind(db: ReadDb, id: string): IndicatorRow {
  const row = findIndicator(db, id);
  if (!row) throw new AppError('not-found', 'There is no such indicator');
  return row;
}

const invalid = (path: string, message: string) =>
  new AppError('bad-input', message, { issues: [{ path, message }] });

function afterOf(cursor: string | undefined, order: IndicatorOrder): ListedAfter | null {
  if (cursor === undefined) return null;
  const [key, id] = fromCursor(cursor, [order === 'value' ? 'string' : 'number', 'string']);
  return { key, id };
}

const msOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** The fields of a change as columns; what is not given stays. */
function columnsOf(change: Omit<IndicatorChange, 'reason'>): Partial<IndicatorRow> {
  const { expiresAt, isActive, ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<IndicatorRow>;
  return {
    ...given,
    ...(expiresAt === undefined ? {} : { expiresAt: msOf(expiresAt) }),
    ...(isActive === undefined ? {} : { isActive }),
  };
}

/** Why it is not active goes with its state. */
function stateReason(
  isActive: boolean | undefined,
  reason: string | undefined,
): Partial<IndicatorRow> {
  if (isActive === undefined) return {};
  return { inactiveReason: isActive ? null : (reason ?? 'Set by hand') };
}

/** The same fields as they were. */
const onlyOf = (row: IndicatorRow, fields: Partial<IndicatorRow>): Partial<IndicatorRow> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [name, row[name as keyof IndicatorRow]]),
  ) as Partial<IndicatorRow>;

const changing = (actor: string, reason: string | undefined): Caller => ({
  ...{ actor, origin: 'user' as const, action: 'indicators.change' },
  ...(reason ? { reason } : {}),
});

export function createIndicatorService({ db, clock, newId, goodness }: IndicatorServiceDeps) {
  const undo = createBulkUndo({ db, clock, newId });
  function shown(reader: ReadDb, rows: readonly IndicatorRow[]): Indicator[] {
    const titles = titlesOf(reader, [...new Set(rows.flatMap((row) => row.investigationId ?? []))]);
    const now = clock.now();
    return rows.map((row) => toIndicator(row, { titles, knownGood: goodness(reader, row), now }));
  }

  function detail(reader: ReadDb, id: string): IndicatorDetail {
    const row = mustFind(reader, id);
    const [one] = shown(reader, [row]);
    if (!one) throw new AppError('not-found', 'There is no such indicator');
    const sightings = sightingsOf(reader, id, SIGHTINGS_SHOWN);
    const twins = withValue(reader, row).filter((twin) => twin.id !== id);
    const titles = titlesOf(
      reader,
      twins.flatMap((twin) => twin.investigationId ?? []),
    );
    const names = peopleNames(reader, row.createdBy === null ? [] : [row.createdBy]);
    return {
      ...one,
      notes: row.notes,
      provenance: row.provenance as IndicatorDetail['provenance'],
      createdBy: row.createdBy === null ? null : (names.get(row.createdBy) ?? 'Unknown account'),
      halfLifeDays: halfLifeOf(row.type),
      formula: scoreFormula(agingOf(row), clock.now()),
      sightings: sightings.rows.map(toSighting),
      sightingsTotal: sightings.total,
      relations: relationsOf(reader, id).map(({ is_from, other, type, value, ...relation }) => ({
        ...{ id: relation.id, kind: relation.kind, isFrom: is_from === 1 },
        other: { id: other, type, value },
      })),
      twins: twins.map((twin) => ({
        id: twin.id,
        investigation: caseOf(twin.investigationId, titles),
      })),
    };
  }

  const get = (id: string): IndicatorDetail =>
    db.read('indicators.get', (reader) => detail(reader, id));

  /** Type and value in one form. @throws AppError with the field that is wrong. */
  async function normal({ type, value }: Pick<NewIndicator, 'type' | 'value'>) {
    const found = normalIndicator(type, value, await loadFindPorts());
    if ('problem' in found) throw invalid(found.field, found.problem);
    return found;
  }

  function mustBeCase(reader: ReadDb, id: string | null | undefined): void {
    if (id !== null && id !== undefined && !findInvestigation(reader, id))
      throw invalid('investigationId', 'There is no such investigation');
  }

  return {
    get,
    shown,

    list(filter: IndicatorFilter, { limit, cursor, order = 'newest' }: Paging) {
      return db.read('forensics.indicators', (reader) => {
        const now = clock.now();
        const after = afterOf(cursor, order);
        const rows = listIndicatorRows(reader, { filter, order, after, limit: limit + 1, now });
        const last = rows[limit - 1];
        const place = last && rows.length > limit ? placeOfRow(last, order) : null;
        return {
          rows: shown(reader, rows.slice(0, limit)),
          total: countIndicatorRows(reader, filter, now),
          nextCursor: place === null ? null : toCursor([place.key, place.id]),
        };
      });
    },

    async add(given: readonly NewIndicator[], actor: string) {
      const all = await Promise.all(given.map(async (one) => ({ ...one, ...(await normal(one)) })));
      return db.write({ actor, origin: 'user', action: 'indicators.add' }, (tx) => {
        const added: string[] = [];
        const existing: string[] = [];
        for (const { type, value, provenance, ...life } of all) {
          mustBeCase(tx, life.investigationId);
          const twin = withValue(tx, { type, value }).find(
            (row) => row.investigationId === (life.investigationId ?? null),
          );
          if (twin) existing.push(twin.id);
          else {
            const id = newId();
            tx.insert(indicatorsTable, {
              ...columnsOf(life),
              ...{ id, type, value, provenance: provenance ?? null, createdBy: actor },
              ...{ createdAt: tx.now, updatedAt: tx.now },
            });
            added.push(id);
          }
        }
        return { added, existing };
      });
    },

    change(id: string, { reason, ...change }: IndicatorChange, actor: string): IndicatorDetail {
      const caller = changing(actor, reason);
      db.write(caller, (tx) => {
        mustFind(tx, id);
        mustBeCase(tx, change.investigationId);
        tx.update(indicatorsTable, id, {
          ...columnsOf(change),
          ...stateReason(change.isActive, reason),
          updatedAt: tx.now,
        });
      });
      return get(id);
    },

    bulk({ ids, change, reason }: IndicatorBulkChange, actor: string) {
      const { addTags = [], ...rest } = change;
      const caller = changing(actor, reason);
      return db.write(caller, (tx) => {
        const rows: ChangedRow[] = [];
        for (const id of new Set(ids)) {
          const row = findIndicator(tx, id);
          if (!row) continue;
          const tags = [...new Set([...row.tags, ...addTags])].slice(0, INDICATOR_LIMITS.tags);
          const after: Partial<IndicatorRow> = {
            ...columnsOf(rest),
            ...stateReason(rest.isActive, reason),
            ...(addTags.length > 0 ? { tags } : {}),
          };
          tx.update(indicatorsTable, id, { ...after, updatedAt: tx.now });
          rows.push({ id, after, before: onlyOf(row, after) });
        }
        return { changed: rows.length, undo: undo.keep(actor, { type: 'changed', rows }) };
      });
    },

    remove(ids: readonly string[], reason: string, actor: string) {
      return db.write({ actor, origin: 'user', action: 'indicators.remove', reason }, (tx) => {
        const [gone, relations]: [string[], string[]] = [[], []];
        for (const id of new Set(ids)) {
          if (!findIndicator(tx, id)) continue;
          for (const relation of relationsOf(tx, id)) {
            tx.remove(indicatorRelationsTable, relation.id);
            relations.push(relation.id);
          }
          if (tx.remove(indicatorsTable, id)) gone.push(id);
          dropSightings(tx, id);
        }
        return {
          removed: gone.length,
          undo: undo.keep(actor, { type: 'removed', ids: gone, relations }),
        };
      });
    },

    undo: undo.undo,

    async relate(
      id: string,
      { kind, value }: { kind: RelationKind; value: string },
      actor: string,
    ) {
      const form = indicatorOf(value, await loadFindPorts());
      db.write({ actor, origin: 'user', action: 'indicators.relate' }, (tx) => {
        const from = mustFind(tx, id);
        const [other] = form ? withValue(tx, form) : [];
        if (!other || other.id === id)
          throw invalid(
            'value',
            other
              ? 'An indicator has nothing to do with itself'
              : 'There is no indicator with this value',
          );
        const isThere = relationsOf(tx, id).some(
          (one) => one.other === other.id && one.kind === kind && one.is_from === 1,
        );
        if (isThere) throw new AppError('conflict', 'This relation is there already');
        tx.insert(indicatorRelationsTable, {
          ...{ id: newId(), fromId: id, toId: other.id, kind },
          ...{ createdBy: actor, createdAt: tx.now },
          investigationId: from.investigationId ?? other.investigationId,
        });
      });
      return get(id);
    },

    unrelate(id: string, actor: string): void {
      db.write({ actor, origin: 'user', action: 'indicators.unrelate' }, (tx) => {
        if (!findRelation(tx, id)) throw new AppError('not-found', 'There is no such relation');
        tx.remove(indicatorRelationsTable, id);
      });
    },
  };
}
export type IndicatorService = ReturnType<typeof createIndicatorService>;
