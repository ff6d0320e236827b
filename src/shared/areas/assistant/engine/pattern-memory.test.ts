import { describe, expect, test } from 'vitest';
import { closingWith, engineAlert, NOW } from '../../../../../tests/helpers/engine-cases.ts';
import { DAY_MS, HOUR_MS } from '../../../kernel/time.ts';
import type { Closing, PatternMemory } from './memory.types.ts';
import { patternKeys } from './pattern-keys.ts';
import { createPatternMemory } from './pattern-memory.ts';

const KEYS = patternKeys(engineAlert());
const PATTERN = KEYS.pattern ?? '';
const GRACE = { id: 'u2', name: 'Grace' };
const EDSGER = { id: 'u3', name: 'Edsger' };

const close = (memory: PatternMemory, n: number, changes: Partial<Closing> = {}) =>
  memory.observe({ type: 'closed', closing: closingWith(n, changes) });
const look = (memory: PatternMemory, n: number, analyst: typeof GRACE, malicious: boolean) =>
  memory.observe({
    type: 'second-look',
    at: NOW + HOUR_MS,
    pattern: PATTERN,
    alertId: `alert-${n}`,
    analyst,
    malicious,
  });
const supportAt = (memory: PatternMemory, at = NOW + HOUR_MS) => memory.supportFor(KEYS, at);

function closedBefore(times: number): PatternMemory {
  const memory = createPatternMemory();
  for (let n = 0; n < times; n++) close(memory, n, { at: NOW - DAY_MS * (n % 4) });
  return memory;
}

describe('support', () => {
  test('[EG20] counts closings, days and named analysts of the exact pattern; other hosts and detectors have their own', () => {
    const memory = createPatternMemory();
    expect(supportAt(memory)).toBeNull();
    close(memory, 1, { at: NOW - 2 * DAY_MS });
    close(memory, 2, { at: NOW - DAY_MS, analyst: GRACE });
    close(memory, 3, { at: NOW - DAY_MS, analyst: GRACE });
    expect(supportAt(memory)).toMatchObject({
      ...{ closed: 3, counted: 3, days: 2, malicious: 0, lastAt: NOW - DAY_MS },
      analysts: [
        { name: 'Grace', closed: 2 },
        { name: 'Ada', closed: 1 },
      ],
    });
    for (const changes of [
      { sourceHost: 'web-02' },
      { detector: 'wazuh:5502' },
      { source: 'Other' },
    ])
      expect(memory.supportFor(patternKeys(engineAlert(changes)), NOW)).toBeNull();
  });

  test('[EG21] at most ten closings of a day count, however many there were', () => {
    const memory = createPatternMemory();
    for (let n = 0; n < 500; n++) close(memory, n);
    expect(supportAt(memory)).toMatchObject({ closed: 500, counted: 10, days: 1 });
  });

  test('[EG22] what is 90 days old is forgotten, closings, context and contradictions alike', () => {
    const memory = closedBefore(8);
    close(memory, 9, { benign: false });
    expect(supportAt(memory, NOW + 80 * DAY_MS)).toMatchObject({ closed: 8, malicious: 1 });
    const later = supportAt(memory, NOW + 90 * DAY_MS);
    expect(later).toMatchObject({ closed: 0, counted: 0, days: 0, malicious: 0, burstMax: 0 });
    expect(later?.secondLook).toEqual({ open: 0, leaning: 0, confirmed: 0 });
    expect(later?.unseenTraits).toEqual(KEYS.traits);
  });

  test('[EG23] context must have been met in a closing as benign; the largest burst is kept', () => {
    const memory = createPatternMemory();
    close(memory, 1, { burst: 4 });
    const other = patternKeys(engineAlert({ sourceUser: 'eve' }));
    expect(memory.supportFor(other, NOW)).toMatchObject({
      unseenTraits: ['user:eve'],
      burstMax: 4,
    });
    close(memory, 2, { keys: other, benign: false, burst: 90 });
    expect(memory.supportFor(other, NOW)).toMatchObject({
      unseenTraits: ['user:eve'],
      burstMax: 4,
    });
    close(memory, 3, { keys: other });
    expect(memory.supportFor(other, NOW)?.unseenTraits).toEqual([]);
  });

  test('[EG24] a closing that is taken back counts no more', () => {
    const memory = createPatternMemory();
    close(memory, 1);
    const before = JSON.stringify(supportAt(memory));
    const other = closingWith(2, {
      keys: patternKeys(engineAlert({ sourceUser: 'eve' })),
      burst: 40,
    });
    memory.observe({ type: 'closed', closing: other });
    memory.observe({ type: 'taken-back', closing: other });
    expect(JSON.stringify(supportAt(memory))).toBe(before);
    expect(memory.supportFor(other.keys, NOW)?.unseenTraits).toEqual(['user:eve']);
  });
});

describe('contradictions', () => {
  test('[EG25] a closing as malicious asks for a second look by another person', () => {
    const memory = closedBefore(8);
    expect(close(memory, 9, { benign: false })).toEqual([
      { pattern: PATTERN, alertId: 'alert-9', analystId: 'u1', at: NOW },
    ]);
    look(memory, 9, { id: 'u1', name: 'Ada' }, true);
    expect(supportAt(memory)?.secondLook).toEqual({ open: 1, leaning: 0, confirmed: 0 });
    look(memory, 9, GRACE, true);
    expect(supportAt(memory)?.secondLook).toEqual({ open: 0, leaning: 0, confirmed: 1 });
    expect(memory.openLooks()).toEqual([]);
  });

  test('[EG26] a second look that finds it benign makes it one more closing', () => {
    const memory = closedBefore(8);
    close(memory, 9, { benign: false });
    look(memory, 9, GRACE, false);
    expect(supportAt(memory)).toMatchObject({
      closed: 9,
      malicious: 0,
      secondLook: { open: 0, leaning: 0, confirmed: 0 },
    });
  });

  test('[EG27] against twenty closings or more two others must agree', () => {
    const memory = closedBefore(24);
    close(memory, 99, { benign: false });
    look(memory, 99, GRACE, true);
    look(memory, 99, GRACE, true);
    expect(supportAt(memory)?.secondLook).toEqual({ open: 0, leaning: 1, confirmed: 0 });
    look(memory, 99, EDSGER, true);
    expect(supportAt(memory)?.secondLook).toEqual({ open: 0, leaning: 0, confirmed: 1 });
    memory.observe({ type: 'cleared', at: NOW, pattern: PATTERN });
    expect(supportAt(memory)?.secondLook.confirmed).toBe(0);
  });

  test('[EG28] where nothing was closed as benign there is nothing to contradict, until something is', () => {
    const memory = createPatternMemory();
    expect(close(memory, 1, { benign: false })).toEqual([]);
    expect(memory.openLooks()).toEqual([]);
    expect(close(memory, 2)).toHaveLength(1);
  });
});

test('[EG29] a memory that was put away and taken out again goes on as before', () => {
  const memory = closedBefore(30);
  close(memory, 31, { benign: false });
  const copy = createPatternMemory(JSON.parse(JSON.stringify(memory.serialise())));
  for (const one of [memory, copy]) {
    look(one, 31, GRACE, true);
    close(one, 32, { keys: patternKeys(engineAlert({ sourceUser: 'eve' })), analyst: EDSGER });
  }
  expect(copy.serialise()).toEqual(memory.serialise());
  expect(supportAt(copy)).toEqual(supportAt(memory));
  expect(copy.countsFor(KEYS, NOW)).toEqual(memory.countsFor(KEYS, NOW));
});

test('[EG30] verdicts are counted per detector, role and host over 7 and 90 days', () => {
  const memory = createPatternMemory();
  close(memory, 1, { at: NOW - 30 * DAY_MS });
  close(memory, 2);
  close(memory, 3, { keys: patternKeys(engineAlert({ sourceHost: 'web-02' })), benign: false });
  close(memory, 4, { keys: patternKeys(engineAlert({ sourceHost: 'db-01' })) });
  expect(memory.countsFor(KEYS, NOW)).toEqual({
    detector: { benign7: 2, malicious7: 1, benign90: 3, malicious90: 1 },
    role: { benign7: 1, malicious7: 1, benign90: 2, malicious90: 1 },
    host: { benign7: 1, malicious7: 0, benign90: 2, malicious90: 0 },
  });
});
