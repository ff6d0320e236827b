import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../../../tests/helpers/make-events.ts';
import { createRandom, type Random } from '../../../../../tests/helpers/random.ts';
import { openEventStore } from './event-store.ts';

/** More than a segment, and columns of more values than lie together. */
const EVENTS = 20_000;

const isWord = (char: string | undefined) => char !== undefined && /[a-z0-9]/.test(char);

/** [ES3]: the beginning of a word is enough. */
function occurs(text: string, piece: string): boolean {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
    if (!isWord(text[at - 1])) return true;
  return false;
}

function makeOne(random: Random, place: number) {
  const hex = ((place * 2_654_435_761) % 4_294_967_296).toString(16);
  return {
    summary: `corp\\user${random.below(90)} on ws-${random.below(250)}: ${hex}`,
    address: `10.${random.below(4)}.${random.below(250)}.${random.below(250)}`,
  };
}

const asked = (random: Random): string[] => {
  const low = () => 1 + random.below(9);
  return [
    `user${random.below(90)} ws-${low()}`,
    `user${random.below(90)} ws-${random.below(250)}`,
    `10.${random.below(4)}.${random.below(250)}.${low()}`,
    `10.${random.below(4)}.${random.below(250)}.${random.below(250)}`,
    `10.${low()}.${low()}.${low()}`,
    `user${low()} 10.1.${low()}`,
    `on ws-${random.below(25)}: ${low()}`,
  ];
};

test('[ES2] words that many values have are found as looking at each would, whichever is looked up', () => {
  const random = createRandom(62);
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-words-'));
  const store = openEventStore({ folder, key: new Uint8Array(32).fill(3), investigationId: 'one' });
  try {
    const made = Array.from({ length: EVENTS }, (_, place) => makeOne(random, place));
    store.addSource({ id: 's', name: 's.json', reader: 'json' });
    const plain = { ...makeEvent(random, 0), host: null, user: null, provider: null, code: null };
    store.insert(
      's',
      made.map(({ summary, address }) => ({ ...plain, summary, fields: { SourceIp: address } })),
    );
    store.finish('s');
    const queries = Array.from({ length: 12 }, () => asked(random)).flat();
    for (const text of queries) {
      const pieces = text.split(' ');
      const holds = (piece: string) => (one: (typeof made)[number]) =>
        occurs(one.summary, piece) || occurs(one.address, piece);
      const wanted = made.flatMap((one, place) =>
        pieces.every((piece) => holds(piece)(one)) ? [place] : [],
      );
      const page = store.search({ text }, { sort: 'inserted', offset: 0, limit: 300 });
      expect(page.total, text).toBe(wanted.length);
      expect(
        page.rows.map(({ summary }) => summary),
        text,
      ).toEqual(wanted.slice(0, 300).map((place) => made[place]?.summary));
    }
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
});
