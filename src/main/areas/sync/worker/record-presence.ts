/** What people of this workstation have open, and what others have, as the page asks for it. */
import type { SyncPresence } from '../../../../shared/areas/sync/sync-state.contract.ts';
import { MINUTE_MS, toIso } from '../../../../shared/kernel/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Member, Presence, Seat } from '../wire.ts';
import type { OpenRecord } from './presence.ts';

/** The page asks every 30 s while a record is open. */
const OPEN_FOR_MS = 45_000;
const LOOK_EVERY_MS = 10_000;
const MOST_OPEN = 200;

export interface RecordPresenceDeps {
  readonly clock: Clock;
  /** What is open here has changed. */
  open(records: readonly OpenRecord[]): void;
  readonly known: () => { readonly members: readonly Member[]; readonly seats: readonly Seat[] };
}

const namesOf = (presence: readonly Presence[]): string =>
  presence
    .map(({ until: _, ...one }) => JSON.stringify(one))
    .sort()
    .join();

export function createRecordPresence({ clock, open, known }: RecordPresenceDeps) {
  const until = new Map<string, OpenRecord & { until: number }>();
  let others: readonly Presence[] = [];

  const tell = () => open([...until.values()].map(({ until: _, ...record }) => record));

  function look(): void {
    const now = clock.now();
    const over = [...until].filter(([, record]) => record.until <= now);
    for (const [key] of over) until.delete(key);
    if (over.length > 0) tell();
  }

  return {
    /** Whether anybody came or went. */
    heard(presence: readonly Presence[]): boolean {
      const isOther = namesOf(presence) !== namesOf(others);
      others = presence;
      return isOther;
    },
    /** Somebody has it open here; answers who else has. */
    present(person: string, table: string, record: string): SyncPresence[] {
      // A person looks at one record at a time.
      const key = person;
      const before = until.get(key);
      if (until.size < MOST_OPEN || before)
        until.set(key, { person, table, record, until: clock.now() + OPEN_FOR_MS });
      if (before?.record !== record || before.table !== table) tell();
      const { members, seats } = known();
      const now = clock.now();
      return others
        .filter(
          (one) => one.table === table && one.record === record && one.until > now - MINUTE_MS,
        )
        .filter((one) => !seats.find(({ id }) => id === one.seat)?.isYou)
        .map((one) => ({
          person: members.find(({ id }) => id === one.person)?.name ?? 'Somebody',
          workstation: seats.find(({ id }) => id === one.seat)?.label ?? 'another workstation',
          until: toIso(one.until),
        }));
    },
    start(): () => void {
      const timer = setInterval(look, LOOK_EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
