import { expect, test } from 'vitest';
import type { Member, Seat } from '../wire.ts';
import { peopleOf } from './status-words.ts';

const member = (id: string, name: string): Member => ({
  ...{ id, name, email: `${id}@example.test`, role: 'SOC Analyst', revokedAt: null },
});
const seat: Seat = {
  ...{ id: 's', label: 'Desk', people: ['a', 'b'], nodeId: null, isYou: true },
  ...{ joinedAt: 1, lastSeenAt: null, revokedAt: null },
};

test('[SY265] a person has one name, that of the account; who has none here yet, the invitation’s', () => {
  const members = [member('a', 'Ada L.'), member('b', 'Bea')];
  const found = peopleOf({ members, seats: [seat], at: 1 }, new Map([['a', 'Ada Lind']]));
  expect(found.people.map(({ name }) => name)).toEqual(['Ada Lind', 'Bea']);
  expect(found.workstations[0]?.people).toEqual(['Ada Lind', 'Bea']);
});
