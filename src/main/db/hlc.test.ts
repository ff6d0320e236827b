import { describe, expect, test } from 'vitest';
import { hlcToStamp, nextHlc, stampToHlc } from './hlc.ts';

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
