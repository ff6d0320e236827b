/**
 * Decides who may see an investigation. Grants access, so: somebody must see it to change who does, stays
 * named, and gives a reason; an administrator who may not see it learns how many there are and who is
 * named, never what they are about, and may only add a person, of which everybody named is told.
 */
import type {
  ClosedCase,
  Restriction,
} from '../../../../shared/areas/forensics/restriction.contract.ts';
import {
  namedIn,
  nameFurther,
  type Restricting,
  restrictBy,
} from '../../../../shared/areas/forensics/restriction.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { controlEvidenceTable } from '../../../db/tables/evidence.table.ts';
import { investigationsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import {
  allRestricted,
  findRestricted,
  isPerson,
  linksOfCase,
  linksTakenAway,
  markedAlerts,
  named,
  type RestrictedRow,
  restrictionChanges,
} from './restriction.store.ts';
import { forgetWithdrawn, ruleAlertsOf } from './rule-alerts.store.ts';

export interface RestrictionDeps {
  readonly db: Database;
  /** Of the alerts area. */
  readonly changeAlert: (
    tx: WriteTx,
    id: string,
    decide: (before: { aiInvestigation: unknown }) => { aiInvestigation: unknown },
  ) => void;
  /** Of the alerts area: out of the queue, and emptied. */
  readonly withdrawAlerts: (tx: WriteTx, ids: readonly string[]) => void;
  /** A notification to one account. */
  readonly tell: (
    tx: WriteTx,
    told: { account: string; title: string; body: string; link: string },
  ) => void;
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

function accepted(asked: Restricting): readonly string[] | null {
  if (asked.type === 'refused') throw new AppError('bad-input', asked.why);
  return asked.names;
}

function mustFind(db: ReadDb, id: string): RestrictedRow {
  const row = findRestricted(db, id);
  if (!row) throw new AppError('not-found', 'There is no such investigation');
  return row;
}

function refuseUnknown(reader: ReadDb, names: readonly string[]): void {
  const unknown = names.filter((name) => !isPerson(reader, name));
  if (unknown.length > 0)
    throw new AppError('bad-input', 'One of the people has no active account here');
}

/** What its rules found would tell of it: in nobody's name, so that no reason goes with the alerts. */
function withdraw(
  tx: WriteTx,
  row: RestrictedRow,
  withdrawAlerts: RestrictionDeps['withdrawAlerts'],
): void {
  const caller = { actor: null, origin: 'system', action: 'alerts.withdraw' } as const;
  const found = ruleAlertsOf(tx, row.id);
  if (found.length > 0) tx.asOf(tx.now, caller, (own) => withdrawAlerts(own, found));
}

export function createRestrictionService({
  db,
  tell,
  changeAlert,
  withdrawAlerts,
}: RestrictionDeps) {
  function read(reader: ReadDb, id: string): Restriction {
    const row = mustFind(reader, id);
    const people = (value: unknown) => {
      const ids = namedIn(value);
      return ids === null ? null : named(reader, ids);
    };
    return {
      people: people(parsed(row.restricted_to)),
      history: restrictionChanges(reader, id).map(({ at, actor, reason, changed }) => {
        const [before, after] = JSON.parse(changed) as [unknown, unknown];
        const [by] = actor === null ? [] : named(reader, [actor]);
        return {
          ...{ at: toIso(at), by: by ?? null, reason },
          ...{ before: people(before), after: people(after) },
        };
      }),
    };
  }

  /** Alerts are everybody's: what the engine wrote on them of this case is taken away. */
  function unmark(tx: WriteTx, row: RestrictedRow): void {
    // In the engine's name, as it was written: the alert's history tells no person and no reason.
    const caller = { actor: null, origin: 'system', action: 'forensics.investigated' } as const;
    const marked = markedAlerts(tx, row);
    tx.asOf(tx.now, caller, (own) => {
      for (const id of marked)
        changeAlert(own, id, ({ aiInvestigation }) => {
          const { investigationId, title, verdict, summary, ...rest } = Object(aiInvestigation);
          return { aiInvestigation: Object.keys(rest).length > 0 ? rest : null };
        });
    });
  }

  /** What few may see proves nothing to the others: its links to controls go, and come back with it. */
  function keep(tx: WriteTx, row: RestrictedRow, names: readonly string[] | null): void {
    const isPublic = row.restricted_to === null;
    tx.update(investigationsTable, row.id, { restrictedTo: names, updatedAt: tx.now });
    if (names !== null && isPublic) {
      for (const link of linksOfCase(tx, row.id)) tx.remove(controlEvidenceTable, link);
      unmark(tx, row);
      withdraw(tx, row, withdrawAlerts);
    }
    if (names !== null || isPublic) return;
    forgetWithdrawn(tx, row.id);
    for (const link of linksTakenAway(tx, row.id)) tx.revive(controlEvidenceTable, link);
  }

  function closed(account: string): ClosedCase[] {
    return db.viewing(null, () =>
      db.read('forensics.closed', (reader) =>
        allRestricted(reader).flatMap(({ id, created_at, restricted_to }) => {
          const ids = namedIn(parsed(restricted_to)) ?? [];
          if (ids.includes(account)) return [];
          const people = named(reader, ids).map((person) => ({
            ...person,
            isActive: isPerson(reader, person.id),
          }));
          return [{ id, openedAt: toIso(created_at), people }];
        }),
      ),
    );
  }

  return {
    get: (id: string): Restriction =>
      db.read('forensics.restriction', (reader) => read(reader, id)),

    set(
      id: string,
      { people, reason }: { readonly people: readonly string[] | null; readonly reason: string },
      actor: string,
    ): Restriction {
      db.write({ actor, origin: 'user', action: 'forensics.restrict', reason }, (tx) => {
        const row = mustFind(tx, id);
        const names = accepted(restrictBy(actor, people));
        const before = namedIn(parsed(row.restricted_to)) ?? [];
        refuseUnknown(
          tx,
          (names ?? []).filter((name) => !before.includes(name)),
        );
        keep(tx, row, names);
      });
      return this.get(id);
    },

    closed,

    nameFurther(
      id: string,
      { person, reason }: { readonly person: string; readonly reason: string },
      actor: string,
    ): ClosedCase[] {
      db.viewing(null, () =>
        db.write({ actor, origin: 'user', action: 'forensics.nameFurther', reason }, (tx) => {
          const row = mustFind(tx, id);
          const names = accepted(nameFurther(parsed(row.restricted_to), person)) ?? [];
          refuseUnknown(tx, [person]);
          keep(tx, row, names);
          const [by, whom] = named(tx, [actor, person]);
          for (const account of names)
            tell(tx, {
              account,
              title: `${whom?.name} may see a restricted investigation now`,
              body: `${by?.name} named them: ${reason}`,
              link: `/forensics?investigation=${encodeURIComponent(id)}`,
            });
        }),
      );
      return closed(actor);
    },
  };
}
export type RestrictionService = ReturnType<typeof createRestrictionService>;
