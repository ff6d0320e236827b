import { expect, test } from 'vitest';
import { RepeatCounter } from './repeat-counter.ts';

const ROW = Buffer.alloc(16, 7);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('[IM14] equal rows of a table are told apart, in the same way each time', () => {
  const read = () => {
    const repeats = new RepeatCounter();
    return [0, 1, 2].map(() => hex(repeats.next('csv', ROW)));
  };
  const [first, second, third] = read();
  expect(first).toBe(hex(ROW));
  expect(new Set([first, second, third]).size).toBe(3);
  expect(read()).toEqual([first, second, third]);
});

test('[IM14] an equal record of another format is the same record', () => {
  const repeats = new RepeatCounter();
  repeats.next('suricata-eve', ROW);
  expect(hex(repeats.next('suricata-eve', ROW))).toBe(hex(ROW));
});

test('only the rows read last are remembered', () => {
  const repeats = new RepeatCounter();
  repeats.next('csv', ROW);
  for (let i = 0; i < 50_000; i++) {
    const other = Buffer.alloc(16);
    other.writeUInt32BE(i);
    repeats.next('csv', other);
  }
  expect(hex(repeats.next('csv', ROW))).toBe(hex(ROW));
});
