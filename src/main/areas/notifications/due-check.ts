import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { type Due, findDue, rememberTold, wasTold } from './due.store.ts';
import { DUE_WORDS, type Sort, type SortWords } from './due-words.ts';
import { insertNotification } from './notifications.store.ts';

/** So many of one sort are told one by one; more are told together. */
const SINGLE_AT_ONCE = 5;
const NAMED_IN_GROUP = 3;

/** Of what is told ahead: at the first look within so many days, and again within fewer. */
const TOLD_AHEAD_DAYS = [30, 7, 1, 0];

interface Occasion extends Due {
  readonly sort: Sort;
  readonly key: string;
}

/** What is due now and was not told yet: a thing counts once for each of its due dates. */
function newOccasions(db: ReadDb, now: number): Occasion[] {
  const today = localDay(now);
  return findDue(db, today)
    .map((due): Occasion => {
      const sort = due.thing !== 'evidence' ? due.thing : due.due < today ? 'expired' : 'expiring';
      return { ...due, sort, key: `${sort} ${due.id} ${due.due}${stageOf(sort, due.due, now)}` };
    })
    .filter(({ key }) => !wasTold(db, key));
}

/** What lies ahead is told once in each stage, and once more when its day has come. */
function stageOf(sort: Sort, due: string, now: number): string {
  const days = daysUntil(due, now);
  const stage = TOLD_AHEAD_DAYS.findLast((ahead) => days <= ahead) ?? '';
  if (sort === 'collection') return days < 0 ? ' over' : ` ${stage}`;
  if (sort === 'expiring') return ` ${stage}`;
  return days <= 0 ? '' : ` ${stage}`;
}

/** Counts everything that is due as told: for a workspace whose past is made up, like the demo's. */
export function passOverDue(tx: WriteTx): void {
  for (const { key } of newOccasions(tx, tx.now)) rememberTold(tx, key);
}

/** Tells everybody what has come due since the last look; writes nothing where nothing has. */
export function tellWhatIsDue(db: Database, now: number, newId: NewId): void {
  const isNothing = db.read(
    'notifications.due',
    (reader) => newOccasions(reader, now).length === 0,
  );
  if (isNothing) return;
  const caller = { actor: null, origin: 'system', action: 'notifications.tell' } as const;
  db.write(caller, (tx) => {
    const groups = Map.groupBy(
      newOccasions(tx, now),
      ({ sort, account }) => `${sort} ${account ?? ''}`,
    );
    for (const occasions of groups.values()) {
      for (const { key } of occasions) rememberTold(tx, key);
      const [{ sort, account }] = occasions as [Occasion];
      tellSort(tx, DUE_WORDS[sort], { occasions, account, now, newId });
    }
  });
}

interface Told {
  readonly occasions: readonly Occasion[];
  readonly account: string | null;
  readonly now: number;
  readonly newId: NewId;
}

function tellSort(tx: WriteTx, { kind, link, linkOne, one, many }: SortWords, told: Told): void {
  const { occasions, account, now, newId } = told;
  const tell = (title: string, body: string, to: string) =>
    insertNotification(tx, { id: newId(), account, kind, title, body, link: to });
  if (occasions.length > SINGLE_AT_ONCE) {
    const named = occasions.slice(0, NAMED_IN_GROUP).map(({ title }) => title);
    const rest = occasions.length - named.length;
    tell(`${occasions.length} ${many}`, `${named.join(', ')} and ${rest} more`, link);
    return;
  }
  for (const { id, title, due } of occasions) {
    tell(one(daysUntil(due, now)), title, linkOne?.(id) ?? link);
  }
}

function daysUntil(day: string, now: number): number {
  return Math.round((Date.parse(day) - Date.parse(localDay(now))) / DAY_MS);
}
