import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newUuid } from './ids.ts';

test('ids are UUIDs of version 7, each another, in the order in which they were made', () => {
  const ids = Array.from({ length: 5_000 }, newUuid);
  for (const id of ids)
    expect([validate(id), version(id), id]).toEqual([true, 7, id.toLowerCase()]);
  expect([...new Set(ids)].sort()).toEqual(ids);
  const [first = ''] = ids;
  const made = Number.parseInt(first.replace('-', '').slice(0, 12), 16);
  expect(Math.abs(Date.now() - made)).toBeLessThan(60_000);
});
