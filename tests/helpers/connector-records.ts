import { expect } from 'vitest';
import type { ParseOutcome } from '../../src/main/areas/alerts/import/imported-alert.ts';
import type { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import type {
  Connector,
  IndicatorOutcome,
} from '../../src/main/areas/integrations/connector.types.ts';

/** What stands where something else was expected. */
const ODD: readonly unknown[] = [
  null,
  '',
  -1,
  1e308,
  true,
  [],
  {},
  [[['deep']]],
  { toString: 'no function' },
  '\u0000\ud800',
  'x'.repeat(70_000),
  '9999-99-99T99:99:99Z',
];

/** The record with each of its values (three levels deep) missing or replaced by something odd. */
export function* mutationsOf(record: unknown): Generator<unknown> {
  yield* ODD;
  for (const path of pathsOf(record, 3)) {
    yield changed(record, path, undefined);
    for (const odd of ODD) yield changed(record, path, odd);
  }
}

function* pathsOf(value: unknown, depth: number): Generator<readonly string[]> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value).slice(0, 40)) {
    yield [name];
    for (const rest of pathsOf(inner, depth - 1)) yield [name, ...rest];
  }
}

function changed(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === name ? changed(inner, rest, by) : inner));
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  const next = changed(inner, rest, by);
  return next === undefined ? others : { ...others, [name]: next };
}

/** Maps a record that cannot be changed, twice the same, and checks what comes out. */
export function checkedMap<Settings>(
  connector: Connector<Settings>,
  record: unknown,
  tally: ImportTally,
  settings: Settings,
): ParseOutcome | IndicatorOutcome {
  const frozen = deepFrozen(structuredClone(record));
  const text = JSON.stringify(record);
  if (connector.delivers === 'indicators') {
    const outcome = connector.map(frozen, settings);
    expect(connector.map(frozen, settings)).toEqual(outcome);
    if (outcome.type !== 'indicators') expect(outcome.reason).toMatch(/^\S/);
    else for (const one of outcome.indicators) expect(one.value.isWellFormed()).toBe(true);
    return outcome;
  }
  const outcome = connector.map(frozen, tally, text, settings);
  expect(connector.map(frozen, tally, text, settings)).toEqual(outcome);
  if (outcome.type !== 'alert') {
    expect(outcome.reason).toMatch(/^\S/);
    return outcome;
  }
  const { alert } = outcome;
  expect(alert.title.trim()).not.toBe('');
  expect(alert.title.length).toBeLessThanOrEqual(255);
  expect(alert.title.isWellFormed() && !alert.title.includes('\0')).toBe(true);
  expect(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']).toContain(alert.severity);
  expect(alert.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Number.isNaN(Date.parse(alert.createdAt))).toBe(false);
  return outcome;
}

function deepFrozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}
