/** Views of the queue that colleagues share. */
import { savedViewsTable } from '../../../db/tables/views.table.ts';
import { byPerson, type World } from './world.ts';

const VIEWS = [
  { name: 'Criticals of a day', query: 'severity:critical last:24h', by: 'ines', daysAgo: 41 },
  {
    name: 'Remote access, not closed',
    query: 'tech:T1021,T1110,T1133 status:active',
    by: 'jonas',
    daysAgo: 17,
  },
  { name: 'Mine to finish', query: 'assignee:me status:active', by: 'ines', daysAgo: 9 },
] as const;

export function addViewsToPast(world: World): void {
  for (const { name, query, by, daysAgo } of VIEWS) {
    const at = world.daysAgo(daysAgo);
    const owner = world.desk(by);
    world.past.add(at, byPerson(owner, 'views.create'), (tx) =>
      tx.insert(savedViewsTable, {
        id: world.newId(),
        name,
        filter: { query },
        owner,
        isShared: true,
        createdAt: at,
        updatedAt: at,
      }),
    );
  }
}
