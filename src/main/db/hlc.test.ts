import { describe, expect, test } from 'vitest';
import { bornHlc, hlcToStamp, nextHlc, stampToHlc } from './hlc.ts';

describe('[ST12] the hybrid logical clock', () => {
  test('follows the wall clock where it goes on', () => {
    expect(nextHlc({ wallMs: 10, counter: 7 }, 11)).toEqual({ wallMs: 11, counter: 0 });
  });

  test('counts where the wall clock stands still or runs backwards', () => {
    expect(nextHlc({ wallMs: 10, counter: 7 }, 10)).toEqual({ wallMs: 10, counter: 8 });
    expect(nextHlc({ wallMs: 10, counter: 7 }, 3)).toEqual({ wallMs: 10, counter: 8 });
  });

  test('goes on to the next millisecond where the counter is full', () => {
    expect(nextHlc({ wallMs: 10, counter: 0xffff }, 10)).toEqual({ wallMs: 11, counter: 0 });
  });

  test('writes stamps that sort like time and read back', () => {
    const states = [
      { wallMs: 0, counter: 0 },
      { wallMs: 9, counter: 0xffff },
      { wallMs: 10, counter: 0 },
      { wallMs: 1_795_176_000_000, counter: 1 },
      { wallMs: 1_795_176_000_000, counter: 16 },
      { wallMs: 1_795_176_000_001, counter: 0 },
    ];
    const stamps = states.map((state) => hlcToStamp(state, 'abcdef012345'));
    expect(stamps).toEqual(stamps.toSorted());
    expect(stamps.map(stampToHlc)).toEqual(states);
    expect(stamps[3]).toMatch(/^[0-9a-f]{16}-abcdef012345$/);
  });
});

test('[SY248] what came with the product is older than every decision, and the first to have it is the last of them', () => {
  const [early, late] = [Date.UTC(2026, 0, 1), Date.UTC(2050, 0, 1)];
  const stamp = (state: { wallMs: number; counter: number }) => hlcToStamp(state, 'n');
  const first = stamp(bornHlc({ wallMs: early, counter: 0 }));
  const next = stamp(bornHlc({ wallMs: early, counter: 1 }));
  const other = stamp(bornHlc({ wallMs: late, counter: 0 }));
  expect([other, next, first].toSorted()).toEqual([other, next, first]);
  expect(first < stamp({ wallMs: early, counter: 0 })).toBe(true);
  expect(first).toMatch(/^[0-9a-f]{16}-n$/);
});
