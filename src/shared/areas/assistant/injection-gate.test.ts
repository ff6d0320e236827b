import { describe, expect, it } from 'vitest';
import { injectionCases } from '../../../../tests/security/injection/corpus.ts';
import { createBeginnings, createWordGate } from './injection-gate.ts';
import { FOLDED_SOURCES } from './injection-patterns.ts';
import { foldedView, reversed, withoutDigits } from './injection-views.ts';

const TEXTS = injectionCases()
  .filter((_, n) => n % 5 === 0)
  .flatMap(({ poisoned: { title, description, commandLine } }) => [
    ...[title, description, commandLine ?? ''].map((text) => foldedView(text)),
    reversed(foldedView(description)),
    withoutDigits(foldedView(description)),
  ])
  .map(({ text }) => text);

describe('the places where a pattern may begin', () => {
  it('[AG2] hold every place at which it is found by looking everywhere', () => {
    const beginningsIn = createBeginnings(FOLDED_SOURCES);
    let found = 0;
    for (const text of TEXTS) {
      const beginnings = beginningsIn(text);
      for (const [number, source] of FOLDED_SOURCES.entries())
        for (const { index } of text.matchAll(
          new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'),
        )) {
          found += 1;
          expect(beginnings.get(number), `${source} in ${text}`).toContain(index);
        }
    }
    expect(found).toBeGreaterThan(50);
  });

  it('are refused to be reckoned where a pattern begins with any letter at all', () => {
    expect(() => createBeginnings(['a[\\p{L}]{1,3} b'])).toThrow();
    expect(() => createBeginnings(['(?:ab|abc)'])).toThrow();
    expect(createBeginnings(['(?:do not|(?:a |an )?test)'])('an test, and do not')).toEqual(
      new Map([[0, [0, 3, 13]]]),
    );
  });

  it('tells whether one of some words stands in a text', () => {
    const hasOne = createWordGate(['alert', 'no action', 'ale']);
    expect(['xalertx', 'no action', 'a male'].map(hasOne)).toEqual([true, true, true]);
    expect(['alter', 'no actio', '', 'ал ert', 'ál'].map(hasOne)).toEqual([
      ...[false, false, false],
      ...[false, false],
    ]);
  });
});
