import { expect, test } from 'vitest';
import { createMemory } from './bounded-memory.ts';

function asked(limit: number) {
  const memory = createMemory(limit);
  const loads: number[] = [];
  const ask = (key: number, bytes = 1) =>
    memory(key, () => {
      loads.push(key);
      return { value: `of ${key}`, bytes };
    });
  return { memory, loads, ask };
}

test('[ES19] what is kept stays within its bytes, and what was asked for again outlasts what was read once', () => {
  const { memory, loads, ask } = asked(10);
  for (const key of [1, 2, 3]) ask(key);
  for (const key of [1, 3]) expect(ask(key)).toBe(`of ${key}`);
  for (let key = 100; key < 200; key++) {
    ask(key);
    expect(memory.used()).toBeLessThanOrEqual(1);
    if (key % 5 === 0) for (const wanted of [1, 3]) ask(wanted);
  }
  expect(loads.filter((key) => key < 100)).toEqual([1, 2, 3]);
  ask(2);
  expect(loads.at(-1)).toBe(2);
  ask(7, 11);
  expect(memory.used()).toBeLessThanOrEqual(1);
});
