import { expect, test } from 'vitest';
import { conflictOf, mergedText } from './conflicts.ts';

const conflict = {
  revision: 'b',
  fields: [
    { field: 'title', value: 'Theirs', yours: 'Mine', by: 'Priya', at: '2026-11-21T00:00:00.000Z' },
  ],
};

test('a refused change tells its contested fields', () => {
  const error = new Error(`409: ${JSON.stringify({ message: 'Changed', conflict })}`);
  expect(conflictOf(error)).toEqual(conflict);
});

test.each([
  ['another refusal', new Error(`409: ${JSON.stringify({ message: 'No', allowed: [] })}`)],
  ['another status', new Error(`400: ${JSON.stringify({ message: 'No', conflict })}`)],
  ['no JSON', new Error('409: nothing')],
  ['no error', 'text'],
])('%s is no conflict', (_, error) => {
  expect(conflictOf(error)).toBeNull();
});

test('what was merged is told by person, with the fields as the page calls them', () => {
  const at = '2026-11-21T00:00:00.000Z';
  const text = mergedText(
    [
      { field: 'owner', value: 'x', by: 'Priya', at },
      { field: 'targetDate', value: 'y', by: 'Priya', at },
      { field: 'impact', value: 3, by: 'Daniel', at },
    ],
    { owner: 'Owner', targetDate: 'Target date' },
  );
  expect(text).toBe(
    'Meanwhile Priya changed owner, target date; Daniel changed impact. Both changes were kept.',
  );
  expect(mergedText([], {})).toBeNull();
});
