import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../../../tests/helpers/make-events.ts';
import { createRandom } from '../../../../../tests/helpers/random.ts';
import { openEventStore } from './event-store.ts';

const EVENTS = 2_500;
const OTHERS = ['fe80::1', 'FE80::0:1', '10.0.0.1:443', '-', '', '010.0.0.1'];

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);

/** [ES3]: the beginning of a word is enough. */
function occurs(text: string, piece: string): boolean {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
    if (!isWord(piece[0]) || !isWord(text[at - 1])) return true;
  return false;
}

test('[ES20] [ES2] addresses are found, filtered and counted as looking at each would', () => {
  const random = createRandom(61);
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-addresses-'));
  const store = openEventStore({ folder, key: new Uint8Array(32).fill(3), investigationId: 'one' });
  try {
    const octet = () => random.pick([0, 1, 2, 10, 12, 121, 122, 250]);
    const values = Array.from({ length: EVENTS }, () =>
      random.chance(2) ? random.pick(OTHERS) : `10.${octet()}.${octet()}.${octet()}`,
    );
    store.addSource({ id: 's', name: 's.json', reader: 'json' });
    const plain = { ...makeEvent(random, 0), summary: '', host: null, user: null, provider: null };
    store.insert(
      's',
      values.map((SourceIp) => ({ ...plain, code: null, fields: { SourceIp } })),
    );
    store.finish('s');
    const folded = values.map((value) => value.toLowerCase());
    const count = (holds: (value: string) => boolean) => folded.filter(holds).length;
    const asked = [...OTHERS.map((value) => value.toLowerCase()), '10.0.0', '121', '0.12', '2.1'];
    for (const value of [...asked, ...folded.slice(0, 60)]) {
      const byFilter = (op: 'is' | 'startsWith' | 'contains') =>
        store.count({ filters: [{ field: 'SourceIp', op, value }] });
      if (value !== '')
        expect(store.count({ text: value }), value).toBe(count((one) => occurs(one, value)));
      expect(byFilter('is'), value).toBe(count((one) => one === value));
      expect(byFilter('startsWith'), value).toBe(count((one) => one.startsWith(value)));
      expect(byFilter('contains'), value).toBe(count((one) => one.includes(value)));
    }
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const { entries, values: different } = store.stack(
      {},
      { field: 'SourceIp', order: 'common', limit: EVENTS },
    );
    expect(different).toBe(counts.size);
    expect(new Map(entries.map((entry) => [entry.value, entry.count]))).toEqual(counts);
    expect([...store.scan()].flat().map(({ fields }) => fields.SourceIp)).toEqual(values);
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
});
