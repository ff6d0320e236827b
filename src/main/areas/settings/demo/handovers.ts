/** Handovers of the demo's last shifts, generated at their own moments from the log as it was then. */
import type { HandoverFacts } from '../../../../shared/areas/handover/handover.contract.ts';
import { timeInZone } from '../../../../shared/areas/handover/handover.rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import type { ReadDb } from '../../../db/database.ts';
import { handoversTable } from '../../../db/tables/handovers.table.ts';
import { byPerson, type World } from './world.ts';

export type ReadFacts = (
  db: ReadDb,
  span: { since: number; until: number; timeZone: string },
) => HandoverFacts;

const SHIFT_MS = 8 * HOUR_MS;
const TIME_ZONE = 'UTC';

/** Hours ago that each shift ended, and what was written; the newest waits to be acknowledged. */
const SHIFTS = [
  {
    hoursAgo: 17,
    summary: 'Quiet night. The scanner window ran as planned; nothing is left from it.',
    waiting: '',
    acknowledgement: 'Read, nothing open from my side.',
  },
  {
    hoursAgo: 9,
    summary:
      'Two themes: sign-ins from abroad on service accounts, and the phishing wave of this morning. The mail gateway team blocks the sender domain; **ask them for the list of recipients**.',
    waiting: '',
    acknowledgement: 'Taking over the phishing wave first.',
  },
  {
    hoursAgo: 1,
    summary:
      'Nothing critical is open. The high ones that are past their time are being investigated; **begin with the mail forwarding**, its owner is informed and reachable.',
    waiting: 'Both came within the last hours of the shift; nobody has looked at them yet.',
    acknowledgement: null,
  },
] as const;

export function addHandoversToPast(world: World, readFacts: ReadFacts): void {
  const { past } = world;
  const people = world.content.company.desk.filter(({ role }) => role === 'SOC Analyst');
  const accountOf = (place: number) => world.desk(people[place % people.length]?.key ?? 'ines');
  for (const [place, shift] of SHIFTS.entries()) {
    const until = world.now - shift.hoursAgo * HOUR_MS;
    const id = world.newId();
    const own = accountOf(place);
    const next = accountOf(place + 1);
    past.add(until, byPerson(own, 'handover.create'), (tx) => {
      const since = until - SHIFT_MS;
      tx.insert(handoversTable, {
        ...{ id, title: `Shift to ${timeInZone(until, TIME_ZONE)}`, state: 'DRAFT', since, until },
        ...{ timeZone: TIME_ZONE, facts: readFacts(tx, { since, until, timeZone: TIME_ZONE }) },
        ...{ generatedAt: until, texts: {}, hidden: [], createdBy: own },
        ...{ createdAt: until, updatedAt: until },
      });
    });
    const written = until + 6 * MINUTE_MS;
    past.add(written, byPerson(own, 'handover.change'), (tx) =>
      tx.update(handoversTable, id, {
        texts: {
          summary: shift.summary,
          ...(shift.waiting === '' ? {} : { waiting: shift.waiting }),
        },
        updatedAt: written,
      }),
    );
    const handedAt = until + 9 * MINUTE_MS;
    past.add(handedAt, byPerson(own, 'handover.hand-over'), (tx) =>
      tx.update(handoversTable, id, {
        ...{ state: 'HANDED_OVER', handedBy: own, handedAt, handedTo: next, updatedAt: handedAt },
      }),
    );
    if (shift.acknowledgement === null) continue;
    const acknowledgedAt = handedAt + 12 * MINUTE_MS;
    past.add(acknowledgedAt, byPerson(next, 'handover.acknowledge'), (tx) =>
      tx.update(handoversTable, id, {
        ...{ state: 'ACKNOWLEDGED', acknowledgedBy: next, acknowledgedAt },
        ...{ acknowledgement: shift.acknowledgement, updatedAt: acknowledgedAt },
      }),
    );
  }
}
