import {
  HANDOVER_SPAN_DAYS,
  type Handover,
  type HandoverChange,
  type HandoverFacts,
  type HandoverListed,
  handoverFactsSchema,
} from '../../../shared/areas/handover/handover.contract.ts';
import { textTitle, timeInZone } from '../../../shared/areas/handover/handover.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import { rowChange } from '../../db/action-append.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { handoversTable } from '../../db/tables/handovers.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { HandoverInput } from './handover-facts.jobs.ts';
import { readPeople } from './handover-state.store.ts';
import {
  countHandovers,
  findHandover,
  type HandoverRow,
  isAccount,
  type ListPlace,
  lineKeys,
  listHandovers,
} from './handovers.store.ts';

export interface HandoverServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
}

type Names = ReadonlyMap<string, string>;

function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

const named = (names: Names, id: string | null) =>
  id === null ? null : { id, name: names.get(id) ?? 'Unknown account' };
const isoOrNull = (at: number | null) => (at === null ? null : toIso(at));

function toListed(row: HandoverRow, names: Names): HandoverListed {
  return {
    ...{ id: row.id, title: row.title, state: row.state, timeZone: row.timeZone },
    ...{ since: toIso(row.since), until: toIso(row.until) },
    ...{ createdBy: named(names, row.createdBy), createdAt: toIso(row.createdAt) },
    ...{ handedBy: named(names, row.handedBy), handedAt: isoOrNull(row.handedAt) },
    handedTo: named(names, row.handedTo),
    acknowledgedBy: named(names, row.acknowledgedBy),
    acknowledgedAt: isoOrNull(row.acknowledgedAt),
    isSelfAcknowledged: row.acknowledgedBy !== null && row.acknowledgedBy === row.handedBy,
  };
}

export function toHandover(row: HandoverRow, names: Names): Handover {
  // A newer version may write facts that this one cannot read; the texts still can be.
  const facts = handoverFactsSchema.safeParse(row.facts);
  return {
    ...toListed(row, names),
    generatedAt: isoOrNull(row.generatedAt),
    facts: facts.success ? facts.data : null,
    texts: row.texts,
    hidden: row.hidden,
    acknowledgement: row.acknowledgement,
  };
}

function cursorToPlace(cursor: string): ListPlace {
  const match = /^(\d{1,16})\.([\w-]{1,100})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (!match) throw badField('cursor', 'The cursor is not one that this server gave out');
  return { createdAt: Number(match[1]), id: match[2] ?? '' };
}

export function createHandoverService({ db, runner, clock, newId }: HandoverServiceDeps) {
  function mustFind(reader: ReadDb, id: string): HandoverRow {
    const row = findHandover(reader, id);
    if (!row) throw new AppError('not-found', 'There is no such handover');
    return row;
  }

  function mustBeDraft(row: HandoverRow): void {
    if (row.state !== 'DRAFT')
      throw new AppError(
        'conflict',
        'This handover has been handed over; it is not changed any more',
      );
  }

  const read = (reader: ReadDb, id: string): Handover =>
    toHandover(mustFind(reader, id), readPeople(reader));

  function checkSpan(since: number, until: number): void {
    if (since >= until) throw badField('since', 'The shift must begin before now');
    if (until - since > HANDOVER_SPAN_DAYS * DAY_MS)
      throw badField('since', `A handover tells of at most ${HANDOVER_SPAN_DAYS} days`);
  }

  /** In a job of its own; whoever asked waits for it, nobody else does. */
  async function generate(input: HandoverInput, actor: string): Promise<HandoverFacts> {
    const { finished } = runner.start({
      ...{ kind: 'handover-facts', unit: 'entries', total: null, startedBy: actor, input },
      title: 'Generate the shift handover',
    });
    return handoverFactsSchema.parse(await finished);
  }

  function write(id: string, action: string, actor: string, fn: (tx: WriteTx) => void): Handover {
    return db.write({ actor, origin: 'user', action }, (tx) => {
      fn(tx);
      return read(tx, id);
    });
  }

  function record(
    tx: WriteTx,
    action: { kind: string; actor: string; summary: string },
    change: Omit<RowChange, 'table'>,
  ): void {
    recordAction(tx, { id: newId(), ...action }, [{ table: 'handovers', ...change }]);
  }

  return {
    list({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const after = cursor === undefined ? null : cursorToPlace(cursor);
      return db.read('handover.list', (reader) => {
        const rows = listHandovers(reader, after, limit + 1);
        const names = readPeople(reader);
        const last = rows[limit - 1];
        return {
          rows: rows.slice(0, limit).map((row) => toListed(row, names)),
          total: countHandovers(reader),
          nextCursor:
            last && rows.length > limit
              ? Buffer.from(`${last.createdAt}.${last.id}`).toString('base64url')
              : null,
        };
      });
    },

    get: (id: string): Handover => db.read('handover.get', (reader) => read(reader, id)),

    async create(
      asked: { since?: string | undefined; timeZone: string; title?: string | undefined },
      actor: string,
    ): Promise<Handover> {
      const until = clock.now();
      const { shift } = db.read('handover.settings', readWorkspaceSettings);
      const since = asked.since ? Date.parse(asked.since) : until - shift.hours * HOUR_MS;
      checkSpan(since, until);
      const { timeZone } = asked;
      const facts = await generate({ since, until, timeZone }, actor);
      const id = newId();
      const title = asked.title ?? `Shift to ${timeInZone(until, timeZone)}`;
      return write(id, 'handover.create', actor, (tx) => {
        tx.insert(handoversTable, {
          ...{ id, title, state: 'DRAFT', since, until, timeZone, facts, generatedAt: tx.now },
          ...{ texts: {}, hidden: [], createdBy: actor, createdAt: tx.now, updatedAt: tx.now },
        });
        const summary = `Begin handover ‘${title}’`;
        const change = { id, before: null, after: { title, texts: {}, hidden: [] } };
        record(tx, { kind: 'handover.create', actor, summary }, change);
      });
    },

    change(id: string, change: HandoverChange, actor: string): Handover {
      return write(id, 'handover.change', actor, (tx) => {
        const row = mustFind(tx, id);
        mustBeDraft(row);
        const changed = tx.update(handoversTable, id, {
          ...(change.title === undefined ? {} : { title: change.title }),
          ...(change.text === undefined ? {} : { texts: changedTexts(row, change.text) }),
          ...hiddenAfter(row, change),
          updatedAt: tx.now,
        });
        const done = changed && rowChange('handovers', changed.before, changed.after);
        const summary = changeSummary(row.title, change);
        if (done) record(tx, { kind: 'handover.change', actor, summary }, done);
      });
    },

    /** What was written meanwhile stays: only the generated part is replaced. */
    async refresh(id: string, since: string | undefined, actor: string): Promise<Handover> {
      const row = db.read('handover.find', (reader) => mustFind(reader, id));
      mustBeDraft(row);
      const until = clock.now();
      const from = since ? Date.parse(since) : row.since;
      checkSpan(from, until);
      const facts = await generate({ since: from, until, timeZone: row.timeZone }, actor);
      return write(id, 'handover.refresh', actor, (tx) => {
        mustBeDraft(mustFind(tx, id));
        const generatedAt = tx.now;
        tx.update(handoversTable, id, {
          ...{ since: from, until, facts, generatedAt, updatedAt: tx.now },
        });
      });
    },

    handOver(id: string, to: string | null, actor: string): Handover {
      return write(id, 'handover.hand-over', actor, (tx) => {
        mustBeDraft(mustFind(tx, id));
        if (to !== null && !isAccount(tx, to))
          throw badField('to', 'There is no such account to hand over to');
        const state = 'HANDED_OVER';
        tx.update(handoversTable, id, {
          ...{ state, handedBy: actor, handedAt: tx.now, handedTo: to, updatedAt: tx.now },
        });
      });
    },

    acknowledge(id: string, note: string | null, actor: string): Handover {
      return write(id, 'handover.acknowledge', actor, (tx) => {
        const row = mustFind(tx, id);
        if (row.state === 'DRAFT')
          throw new AppError('conflict', 'This handover has not been handed over yet');
        if (row.state === 'ACKNOWLEDGED')
          throw new AppError('conflict', 'This handover has been acknowledged already');
        if (row.handedBy === actor && !mayApproveOwn(tx, 'alerts.write'))
          throw new AppError(
            'forbidden',
            'The next person acknowledges a handover, not the one who handed over',
          );
        const state = 'ACKNOWLEDGED';
        tx.update(handoversTable, id, {
          ...{ state, acknowledgedBy: actor, acknowledgedAt: tx.now },
          ...{ acknowledgement: note, updatedAt: tx.now },
        });
      });
    },

    remove(id: string, actor: string): void {
      db.write({ actor, origin: 'user', action: 'handover.remove' }, (tx) => {
        const row = mustFind(tx, id);
        mustBeDraft(row);
        if (row.createdBy !== actor)
          throw new AppError('forbidden', 'A draft is deleted by who made it');
        tx.remove(handoversTable, id);
        const { title, texts, hidden } = row;
        const summary = `Delete handover ‘${title}’`;
        const change = { id, before: { title, texts, hidden }, after: null };
        record(tx, { kind: 'handover.remove', actor, summary }, change);
      });
    },

    /** The file's bytes, made in a job. */
    async exportOne(
      id: string,
      format: 'md' | 'pdf',
      actor: string,
    ): Promise<{ title: string; bytes: Uint8Array }> {
      const { title } = db.read('handover.find', (reader) => mustFind(reader, id));
      const { finished } = runner.start({
        ...{ kind: 'handover-export', unit: 'steps', total: 2, startedBy: actor },
        title: `Export as ${format === 'md' ? 'Markdown' : 'PDF'}: ${title}`,
        input: { id, format },
      });
      return { title, bytes: (await finished) as Uint8Array };
    },
  };
}
export type HandoverService = ReturnType<typeof createHandoverService>;

/** @throws AppError 'conflict' with both texts where another window wrote to the same section. */
function changedTexts(
  row: HandoverRow,
  { name, from, to }: NonNullable<HandoverChange['text']>,
): Record<string, string> {
  const now = row.texts[name] ?? '';
  if (now !== from && now !== to) {
    const at = toIso(row.updatedAt);
    throw new AppError('conflict', 'This text was changed in another window', {
      conflict: {
        revision: String(row.updatedAt),
        fields: [{ field: name, value: now, by: 'Another window', at, yours: to }],
      },
    });
  }
  const { [name]: _, ...others } = row.texts;
  return to === '' ? others : { ...others, [name]: to };
}

function changeSummary(title: string, { text, hide, show }: HandoverChange): string {
  const of = `in handover ‘${title}’`;
  if (text !== undefined) return `Write ${textTitle(text.name).toLowerCase()} ${of}`;
  if (hide !== undefined) return `Take a line out ${of}`;
  return show === undefined ? `Rename handover ‘${title}’` : `Bring a line back ${of}`;
}

function hiddenAfter(
  { hidden, facts }: HandoverRow,
  { hide, show }: HandoverChange,
): { hidden?: string[] } {
  if (hide === undefined && show === undefined) return {};
  if (hide !== undefined && !lineKeys(facts).has(hide))
    throw badField('hide', 'There is no such line in this handover');
  const rest = hidden.filter((key) => key !== show && key !== hide);
  return { hidden: hide === undefined ? rest : [...rest, hide] };
}
