import { expect, test } from 'vitest';
import { pillState, UNREACHABLE_AFTER_MS } from './connection-pill.rules.ts';

const NOW = 1_000_000;
const live = { state: 'live', lostAt: null, contactAt: NOW } as const;

test('[NT12] the pill says what is known, the core before the network', () => {
  expect(pillState(live, undefined, NOW)).toBe('starting');
  expect(pillState(live, 'present', NOW)).toBe('local');
  expect(pillState(live, 'cut', NOW)).toBe('no-network');
  const lost = { state: 'lost', lostAt: NOW, contactAt: NOW - 1 } as const;
  expect(pillState(lost, 'cut', NOW + 1_000)).toBe('reconnecting');
  expect(pillState(lost, 'cut', NOW + UNREACHABLE_AFTER_MS)).toBe('unreachable');
});

test('[NT12] a core that still answers calls is not unreachable, only its stream is', () => {
  const answering = { state: 'lost', lostAt: NOW, contactAt: NOW + 5_000 } as const;
  expect(pillState(answering, 'present', NOW + 2 * UNREACHABLE_AFTER_MS)).toBe('reconnecting');
});
