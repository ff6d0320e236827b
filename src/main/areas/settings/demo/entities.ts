/** What the desk says of hosts and accounts of the demo's company: marks and notes. */
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import { entityMarksTable, entityNotesTable } from '../../../db/tables/entities.table.ts';
import { byPerson, type World } from './world.ts';

export type EntityIdOf = (kind: 'host' | 'user', value: string) => string;

const NOTES: readonly (readonly [who: string, daysAgo: number, text: string])[] = [
  [
    'ines',
    34,
    'Patch window is **Sunday 02:00 to 04:00**. Restarts of services in it are expected; outside of it, ask the owner.',
  ],
  [
    'jonas',
    9,
    'Scanned by the vulnerability scanner every Tuesday. Port scans from there are not an attack.',
  ],
];

export function addEntitiesToPast(world: World, idOf: EntityIdOf): void {
  const { past, newId } = world;
  const people = world.content.company.desk.filter(({ role }) => role === 'SOC Analyst');
  const author = (key: string, place: number) =>
    world.desk(
      (people.find((one) => one.key === key) ?? people[place % people.length])?.key ?? key,
    );
  const critical = world.content.company.hosts.filter(({ isCritical }) => isCritical);
  for (const [place, host] of critical.entries()) {
    const value = host.name.toLowerCase();
    const at = world.daysAgo(60 - place) - HOUR_MS;
    const actor = author('ines', place);
    const action = 'entities.mark';
    past.add(at, { ...byPerson(actor, action), reason: host.purpose }, (tx) =>
      tx.insert(entityMarksTable, {
        ...{ id: idOf('host', value), entityKind: 'host', entityValue: value },
        ...{ criticality: 'CRITICAL', reason: host.purpose, markedBy: actor },
        ...{ createdAt: at, updatedAt: at },
      }),
    );
  }
  for (const [place, [who, daysAgo, text]] of NOTES.entries()) {
    const host = critical[place % critical.length];
    if (!host) continue;
    const value = host.name.toLowerCase();
    const at = world.now - daysAgo * DAY_MS - 3 * HOUR_MS;
    const actor = author(who, place);
    past.add(at, byPerson(actor, 'entities.add-note'), (tx) =>
      tx.insert(entityNotesTable, {
        ...{ id: newId(), entityId: idOf('host', value), entityKind: 'host', entityValue: value },
        ...{ text, createdBy: actor, createdAt: at, updatedAt: at },
      }),
    );
  }
}
