import type { NotificationKind } from '../../../shared/areas/notifications/notifications.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  type Due,
  type DueThing,
  EVIDENCE_AHEAD_MS,
  findDue,
  rememberTold,
  wasTold,
} from './due.store.ts';
import { insertNotification } from './notifications.store.ts';

/** So many of one sort are told one by one; more are told together. */
const SINGLE_AT_ONCE = 5;
const NAMED_IN_GROUP = 3;

/** Of what is told ahead: at the first look within so many days, and again within fewer. */
const TOLD_AHEAD_DAYS = [30, 7, 1, 0];

type Sort = 'expiring' | 'expired' | Exclude<DueThing, 'evidence'>;

interface Occasion extends Due {
  readonly sort: Sort;
  readonly key: string;
}

interface SortWords {
  readonly kind: NotificationKind;
  /** Where all of them are. */
  readonly link: string;
  /** Where one of them is; that of all where its screen cannot open one. */
  readonly linkOne?: (id: string) => string;
  readonly one: (days: number) => string;
  readonly many: string;
}

const inDays = (days: number) =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;

const evidenceLink = (id: string) => `/evidence?evidence=${id}`;

const controlOfPair = (id: string) => `/compliance?tab=controls&control=${id.split('/')[0]}`;

const WORDS: Record<Sort, SortWords> = {
  expiring: {
    kind: 'evidence-expiring',
    link: '/evidence',
    linkOne: evidenceLink,
    one: (days) => `Evidence expires ${inDays(days)}`,
    many: 'pieces of evidence expire within 30 days',
  },
  expired: {
    kind: 'evidence-expired',
    link: '/evidence?validity=expired',
    linkOne: evidenceLink,
    one: () => 'Evidence has expired',
    many: 'pieces of evidence have expired',
  },
  collection: {
    kind: 'review-due',
    link: '/evidence?tab=schedule',
    linkOne: (id) => `/evidence?tab=schedule&task=${id}`,
    one: (days) =>
      days < 0
        ? 'Evidence to be collected is overdue'
        : `Evidence is to be collected ${inDays(days)}`,
    many: 'collections of evidence are due within 30 days',
  },
  finding: {
    kind: 'review-due',
    link: '/audits?tab=findings&state=overdue',
    linkOne: (id) => `/audits?tab=findings&finding=${id}`,
    one: () => "A finding's due day has come",
    many: 'due days of findings have come',
  },
  'audit-request': {
    kind: 'review-due',
    link: '/audits?tab=tracking&view=overdue',
    linkOne: (id) => `/audits?tab=tracking&request=${id}`,
    one: () => 'Evidence that an audit asks for is due',
    many: 'requests of audits are due',
  },
  policy: {
    kind: 'review-due',
    link: '/policies',
    one: () => "A policy's review is due",
    many: 'reviews of policies are due',
  },
  vendor: {
    kind: 'review-due',
    link: '/vendors',
    one: () => "A vendor's review is due",
    many: 'reviews of vendors are due',
  },
  control: {
    kind: 'review-due',
    link: '/compliance?tab=controls&due=overdue',
    linkOne: (id) => `/compliance?tab=controls&control=${id}`,
    one: () => "A control's assessment is due",
    many: 'assessments of controls are due',
  },
  'control-test': {
    kind: 'review-due',
    link: '/compliance?tab=controls',
    linkOne: controlOfPair,
    one: () => 'A test of a control is due',
    many: 'tests of controls are due',
  },
  exception: {
    kind: 'review-due',
    link: '/compliance?tab=controls',
    linkOne: controlOfPair,
    one: () => "A control's exception expires within 7 days",
    many: 'exceptions of controls expire within 7 days',
  },
  risk: {
    kind: 'review-due',
    link: '/risk',
    one: () => "A risk's target date has come",
    many: 'target dates of risks have come',
  },
};

/** What is due now and was not told yet: a thing counts once for each of its due dates. */
function newOccasions(db: ReadDb, now: number): Occasion[] {
  const today = localDay(now);
  return findDue(db, today, localDay(now + EVIDENCE_AHEAD_MS))
    .map((due): Occasion => {
      const sort = due.thing !== 'evidence' ? due.thing : due.due < today ? 'expired' : 'expiring';
      return { ...due, sort, key: `${sort} ${due.id} ${due.due}${stageOf(sort, due.due, now)}` };
    })
    .filter(({ key }) => !wasTold(db, key));
}

/** What lies ahead is told once in each stage; the rest on its day. */
function stageOf(sort: Sort, due: string, now: number): string {
  if (sort !== 'expiring' && sort !== 'collection') return '';
  const days = daysUntil(due, now);
  return days < 0 ? ' over' : ` ${TOLD_AHEAD_DAYS.findLast((stage) => days <= stage) ?? ''}`;
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
      tellSort(tx, WORDS[sort], { occasions, account, now, newId });
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
