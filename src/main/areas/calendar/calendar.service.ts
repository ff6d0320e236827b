/** One calendar of everything that is due, over the registers of all areas that the reader may see. */
import type {
  CalendarCount,
  CalendarItem,
} from '../../../shared/areas/calendar/calendar.contract.ts';
import {
  CALENDAR_KINDS,
  CALENDAR_WORDS,
  type CalendarKind,
} from '../../../shared/areas/calendar/calendar.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { addDays, type Day, dayAsWritten } from '../../../shared/kernel/day.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import {
  countDueDays,
  type DueDay,
  type DueSpan,
  dueDayPermission,
  readDueDays,
  totalDueDays,
} from '../../db/due-days.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import { toICalendar } from '../../platform/documents/icalendar.ts';
import { readPeople } from './people.store.ts';

interface Reader {
  readonly id: string;
  readonly role: string;
}

interface Span {
  readonly from: Day;
  readonly to: Day;
  readonly kinds: readonly CalendarKind[];
  readonly mine: 'yes' | 'no';
}

const FILE_DAYS = 400;
const FILE_ITEMS_MAX = 5000;

const visible = (kinds: readonly CalendarKind[], { role }: Reader) =>
  kinds.filter((kind) => roleMay(role, dueDayPermission(kind)));
const toSpan = ({ from, to, mine }: Span, { id }: Reader): DueSpan => ({
  ...{ from, to },
  mine: mine === 'yes' ? id : null,
});

/** A place in the order of day, kind, and the order within a kind. */
type Place = Pick<DueDay, 'day' | 'kind' | 'at' | 'key'>;

const orderOf = (kind: CalendarKind) => CALENDAR_KINDS.indexOf(kind);

/** What of one kind follows a place: of kinds in front of its kind, later days only. */
function readAfter(
  db: ReadDb,
  kind: CalendarKind,
  span: DueSpan,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): DueDay[] {
  if (after === null) return readDueDays(db, kind, span, { after, limit });
  if (kind === after.kind) return readDueDays(db, kind, span, { after, limit });
  const from = orderOf(kind) < orderOf(after.kind) ? addDays(after.day, 1) : after.day;
  return readDueDays(db, kind, { ...span, from }, { after: null, limit });
}

function readInOrder(
  db: ReadDb,
  kinds: readonly CalendarKind[],
  span: DueSpan,
  page: { readonly after: Place | null; readonly limit: number },
): DueDay[] {
  return kinds
    .flatMap((kind) => readAfter(db, kind, span, page))
    .sort(
      (a, b) =>
        compare(a.day, b.day) ||
        orderOf(a.kind) - orderOf(b.kind) ||
        compare(a.at, b.at) ||
        compare(a.key, b.key),
    )
    .slice(0, page.limit);
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Where a moment is held, the cursor has a number; the text of a day begins with its year. */
const toAt = (text: string): string | number => (/^-?\d+$/.test(text) ? Number(text) : text);

/** @throws AppError 'bad-input'. */
function toPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [day, kind, at, key] = fromCursor(cursor, ['string', 'string', 'string', 'string']);
  const known = CALENDAR_KINDS.find((one) => one === kind);
  if (known !== undefined && dayAsWritten(day) === day)
    return { day, kind: known, at: toAt(at), key };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

export function createCalendarService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    items(
      query: Span & { readonly limit: number; readonly cursor?: string | undefined },
      reader: Reader,
    ) {
      const kinds = visible(query.kinds, reader);
      const span = toSpan(query, reader);
      const after = toPlace(query.cursor);
      return db.read('calendar.items', (tx) => {
        const found = readInOrder(tx, kinds, span, { after, limit: query.limit + 1 });
        const shown = found.slice(0, query.limit);
        const last = found.length > query.limit ? shown.at(-1) : undefined;
        const total = kinds.reduce((sum, kind) => sum + totalDueDays(tx, kind, span), 0);
        const people = readPeople(tx);
        return {
          items: shown.map(
            ({ kind, id, title, day, owner }): CalendarItem => ({
              ...{ kind, id, title, day },
              owner:
                owner === null ? null : { id: owner, name: people.get(owner) ?? 'Unknown account' },
            }),
          ),
          total,
          nextCursor: last ? toCursor([last.day, last.kind, String(last.at), last.key]) : null,
        };
      });
    },

    counts(query: Span, reader: Reader): CalendarCount[] {
      const span = toSpan(query, reader);
      return db.read('calendar.counts', (tx) =>
        visible(query.kinds, reader).flatMap((kind) =>
          countDueDays(tx, kind, span).map(({ day, count }) => ({ day, kind, count })),
        ),
      );
    },

    file(query: Pick<Span, 'kinds' | 'mine'>, reader: Reader): Promise<string> {
      const today = localDay(clock.now());
      const span = toSpan({ ...query, from: today, to: addDays(today, FILE_DAYS) }, reader);
      const items = db.read('calendar.file', (tx) =>
        readInOrder(tx, visible(query.kinds, reader), span, { after: null, limit: FILE_ITEMS_MAX }),
      );
      const days = items.map(({ kind, id, title, day }) => ({
        ...{ uid: `${kind}-${id}@watchfloor`, day, description: '' },
        summary: `${CALENDAR_WORDS[kind].label}: ${title}`,
      }));
      return toICalendar('Watchfloor', days, clock.now());
    },
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;
