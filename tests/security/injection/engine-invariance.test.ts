import { describe, expect, test } from 'vitest';
import { alarmOf, assess } from '../../../src/shared/areas/assistant/engine/assess.ts';
import type {
  AlertFacts,
  EngineAlert,
  PatternSupport,
} from '../../../src/shared/areas/assistant/engine/engine.types.ts';
import {
  type PlainAlert,
  toEngineAlert,
} from '../../../src/shared/areas/assistant/engine/normalise.ts';
import { patternKeys } from '../../../src/shared/areas/assistant/engine/pattern-keys.ts';
import { findInjections } from '../../../src/shared/areas/assistant/injection.ts';
import { cpuClock } from '../../helpers/cpu-time.ts';
import {
  ATTACKS,
  ENCODINGS,
  type InjectionCase,
  injectionCases,
  PLACES,
  TECHNIQUES,
} from './corpus.ts';

const CASES = injectionCases();

const FACTS: AlertFacts = {
  ...{ burst: 1, detectorsOnHost: 1, newOnHost: 0, newOnDesk: 0, newOnDeskUsual: 1 },
  firstSeen: { detector: false, detectorOnHost: false, host: false, user: false },
  ...{ peer: 'none', hour: 10, criticality: 'NORMAL', indicatorHits: [], allowListHits: [] },
  ...{ openInvestigation: null, tactics: [], autoClosedToday: 0 },
  dispositions: { detector: null, role: null, host: null },
};

/** As much trust as a desk can give: whatever is left to stop a closing is seen. */
function trustIn(alert: EngineAlert, ofClean: EngineAlert): PatternSupport | null {
  const { pattern, label } = patternKeys(alert);
  const known = new Set(patternKeys(ofClean).traits);
  if (pattern === null) return null;
  return {
    ...{ pattern, label, closed: 60, counted: 60, days: 20, malicious: 0, lastAt: alert.at - 1 },
    analysts: [
      { id: 'a', name: 'Ana', closed: 30 },
      { id: 'b', name: 'Ben', closed: 30 },
    ],
    burstMax: 50,
    unseenTraits: patternKeys(alert).traits.filter((trait) => !known.has(trait)),
    secondLook: { open: 0, leaning: 0, confirmed: 0 },
    similar: [],
  };
}

function decisions({ clean, poisoned }: Pick<InjectionCase, 'clean' | 'poisoned'>) {
  const [before, after] = [toEngineAlert(clean), toEngineAlert(poisoned)];
  return [null, trustIn].map((trust) => {
    const [a, b] = [before, after].map((alert) =>
      assess(alert, FACTS, trust?.(alert, before) ?? null),
    );
    if (!a || !b) throw new Error('no decision');
    return { before: a, after: b };
  });
}

const DECIDED = CASES.map((one) => ({ one, given: decisions(one) }));

const texts = ({ title, description, sourceUser, process, commandLine }: PlainAlert) => ({
  ...{ title, description, user: sourceUser ?? '' },
  ...{ process: process ?? '', commandLine: commandLine ?? '' },
});

describe('[AG1] no text that strangers write moves a decision towards benign', () => {
  test('the corpus has at least 400 cases, every technique in every encoding, in every place', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(400);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(new Set(CASES.map(({ field }) => field)).size).toBe(Object.keys(PLACES).length);
    expect(new Set(CASES.map(({ clean }) => clean.id)).size).toBe(ATTACKS.length);
    expect(CASES.length).toBe(Object.keys(TECHNIQUES).length * Object.keys(ENCODINGS).length);
  });

  test('without support and with all the trust a desk can give, none does', () => {
    const moved = DECIDED.flatMap(({ one, given }) =>
      given.flatMap(({ before, after }) =>
        alarmOf(after.decision) > alarmOf(before.decision) || after.suspicion < before.suspicion
          ? [
              `${one.name}: ${before.decision} ${before.suspicion} to ${after.decision} ${after.suspicion}`,
            ]
          : [],
      ),
    );
    expect(moved).toEqual([]);
  });

  test('the trust given would close: it is not for want of it that nothing moves', () => {
    const closing = DECIDED.filter(({ given }) => given[1]?.before.decision === 'auto-close');
    expect(closing.length).toBeGreaterThan(100);
    const still = closing.filter(({ given }) => given[1]?.after.decision === 'auto-close');
    const found = still.filter(({ one }) => findInjections(texts(one.poisoned)).length > 0);
    expect(found.map(({ one }) => one.name)).toEqual([]);
  });
});

describe('[AG2] text that instructs or excuses itself is a finding', () => {
  test('nineteen in twenty of the corpus are found, and every one that is not hidden', () => {
    const missed = CASES.filter(({ poisoned }) => findInjections(texts(poisoned)).length === 0);
    expect(missed.filter(({ encoding }) => encoding === 'plain').map(({ name }) => name)).toEqual(
      [],
    );
    expect(missed.length / CASES.length, missed.map(({ name }) => name).join('\n')).toBeLessThan(
      0.05,
    );
  });

  test('the attacks themselves are none', () => {
    expect(ATTACKS.flatMap((alert) => findInjections(texts(alert)))).toEqual([]);
  });

  test('a quote stands in its field where the finding says', () => {
    for (const { poisoned } of CASES) {
      const fields: Record<string, string> = texts(poisoned);
      for (const { field, quote, start, end } of findInjections(fields))
        expect(fields[field]?.slice(start, end)).toBe(quote);
    }
  });

  test('texts of 16,000 characters that are made to be slow are read in time', () => {
    const slow = [
      'mark ',
      'this is just ',
      'ignoreall',
      '%41',
      '\\u0041',
      'AB12',
      'system: ',
      'aGVsbG8g',
    ];
    for (const part of slow) {
      const spent = cpuClock();
      findInjections({ text: part.repeat(16_000 / part.length) });
      expect(spent(), part).toBeLessThan(2_000);
    }
  });
});
