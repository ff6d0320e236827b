import { expect, test } from 'vitest';
import type { SyncStateName } from '../../shared/areas/sync/sync-state.contract.ts';
import { pillState, UNREACHABLE_AFTER_MS } from './connection-pill.rules.ts';

const NOW = 1_000_000;
const live = { state: 'live', lostAt: null, contactAt: NOW } as const;

test('[NT12] the pill says what is known, the core before the network', () => {
  expect(pillState(live, {}, NOW)).toBe('starting');
  expect(pillState(live, { network: 'present' }, NOW)).toBe('local');
  expect(pillState(live, { network: 'cut' }, NOW)).toBe('no-network');
  const lost = { state: 'lost', lostAt: NOW, contactAt: NOW - 1 } as const;
  expect(pillState(lost, { network: 'cut' }, NOW + 1_000)).toBe('reconnecting');
  expect(pillState(lost, { network: 'cut' }, NOW + UNREACHABLE_AFTER_MS)).toBe('unreachable');
});

test('[NT12] a core that still answers calls is not unreachable, only its stream is', () => {
  const answering = { state: 'lost', lostAt: NOW, contactAt: NOW + 5_000 } as const;
  expect(pillState(answering, { network: 'present' }, NOW + UNREACHABLE_AFTER_MS)).toBe(
    'reconnecting',
  );
});

test('[NT12] an answer that came as the stream broke does not hide a core that is gone', () => {
  const last = { state: 'lost', lostAt: NOW, contactAt: NOW + 20 } as const;
  expect(pillState(last, { network: 'present' }, NOW + UNREACHABLE_AFTER_MS)).toBe('reconnecting');
  expect(pillState(last, { network: 'present' }, NOW + 20 + UNREACHABLE_AFTER_MS)).toBe(
    'unreachable',
  );
});

test('[IS8] the pill says that the workspace is isolated, whatever network there is', () => {
  expect(pillState(live, { network: 'present', isIsolated: true }, NOW)).toBe('isolated');
  expect(pillState(live, { network: 'cut', isIsolated: true }, NOW)).toBe('isolated');
  expect(pillState(live, { network: 'present', isIsolated: false }, NOW)).toBe('local');
  const lost = { state: 'lost', lostAt: NOW, contactAt: NOW - 1 } as const;
  expect(pillState(lost, { network: 'present', isIsolated: true }, NOW)).toBe('reconnecting');
});

test('[SY106] the pill says how sync is, after the core and isolation, before a network that it does without', () => {
  const state = (sync: SyncStateName, network: 'present' | 'cut' = 'present') =>
    pillState(live, { network, sync }, NOW);
  expect(state('off')).toBe('local');
  expect(state('up-to-date')).toBe('synced');
  expect(state('syncing')).toBe('syncing');
  expect(state('waiting')).toBe('sync-waiting');
  expect(state('paused')).toBe('sync-paused');
  expect(state('problem')).toBe('sync-problem');
  expect(state('revoked')).toBe('sync-problem');
  expect(state('isolated')).toBe('isolated');
  expect(state('waiting', 'cut')).toBe('no-network');
  expect(state('paused', 'cut')).toBe('no-network');
  // A server on this machine.
  expect(state('up-to-date', 'cut')).toBe('synced');
  expect(state('problem', 'cut')).toBe('sync-problem');
  expect(pillState(live, { network: 'present', isIsolated: true, sync: 'syncing' }, NOW)).toBe(
    'isolated',
  );
  const lost = { state: 'lost', lostAt: NOW, contactAt: NOW - 1 } as const;
  expect(pillState(lost, { network: 'present', sync: 'problem' }, NOW)).toBe('reconnecting');
});
