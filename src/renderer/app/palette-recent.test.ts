import { describe, expect, test } from 'vitest';
import { createRecentSearches, RECENT_MAX } from './palette-recent.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

describe('[SE8] recent searches', () => {
  test('the last come first, each once, and no more than fit', () => {
    const storage = memory();
    const kept = createRecentSearches(() => storage, 'ana');
    for (const typed of ['a', 'b', '  a ', '', '   ']) kept.remember(typed);
    expect(kept.read()).toEqual(['a', 'b']);
    for (let n = 0; n < RECENT_MAX + 3; n += 1) kept.remember(`search ${n}`);
    expect(kept.read()).toHaveLength(RECENT_MAX);
    expect(kept.read()[0]).toBe(`search ${RECENT_MAX + 2}`);
  });

  test('another account of the same browser does not see them, and they can be forgotten', () => {
    const storage = memory();
    const ana = createRecentSearches(() => storage, 'ana');
    const ben = createRecentSearches(() => storage, 'ben');
    ana.remember('payroll');
    ben.remember('printer');
    expect(ben.read()).toEqual(['printer']);
    ana.forget();
    expect([ana.read(), ben.read()]).toEqual([[], ['printer']]);
  });

  test('what storage holds is not trusted, and that it may be refused is no error', () => {
    const storage = memory();
    for (const stored of ['{', '{}', '[1, null, {"a":2}]', 'null']) {
      storage.setItem('watchfloor.searches.ana', stored);
      expect(createRecentSearches(() => storage, 'ana').read()).toEqual([]);
    }
    const refused = createRecentSearches(() => {
      throw new Error('SecurityError');
    }, 'ana');
    refused.remember('x');
    expect(refused.read()).toEqual([]);
    refused.forget();
  });
});
