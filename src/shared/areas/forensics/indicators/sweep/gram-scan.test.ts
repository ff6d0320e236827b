import { expect, test } from 'vitest';
import { cpuClock } from '../../../../../../tests/helpers/cpu-time.ts';
import { createGramScan } from './gram-scan.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Of a small alphabet, so that words share beginnings, ends and each other. */
function madeOf(seed: number, length: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return 'abc.'.charAt((state >> 16) % 4);
  }).join('');
}

function found(words: readonly string[], text: string): string[] {
  const hits: string[] = [];
  const bytes = bytesOf(text);
  createGramScan(words.map(bytesOf))?.each(bytes, bytes.length, (n, at) => hits.push(`${n}@${at}`));
  return hits.sort();
}

test('[IOC5] every place of every word is found, as looking at each place finds it', () => {
  for (let seed = 1; seed < 60; seed++) {
    const words = Array.from({ length: 30 }, (_, n) =>
      madeOf(seed * 31 + n, 4 + ((seed + n) % 20)),
    );
    const text = `${madeOf(seed, 400)}${words.join('')}`;
    const expected = words.flatMap((word, n) =>
      Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => text.startsWith(word, at))
        .map((at) => `${n}@${at}`),
    );
    expect(found(words, text)).toEqual(expected.sort());
  }
});

test('[IOC5] thousands of words that begin alike are no list to go through at each place', () => {
  const words = Array.from({ length: 20_000 }, (_, n) =>
    bytesOf(`https://www.cdn${n * 7}.example/`),
  );
  const scan = createGramScan(words);
  const text = bytesOf(
    'seen at https://www.cdn21.example/ and https://www.other.example/ '.repeat(5_000),
  );
  const spent = cpuClock();
  let hits = 0;
  scan?.each(text, text.length, () => hits++);
  expect(hits).toBe(5_000);
  // 60 ms here; 10,000 ms where each place is compared with all of them.
  expect(spent()).toBeLessThan(2_000);
});
