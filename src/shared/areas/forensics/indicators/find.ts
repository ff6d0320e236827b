/**
 * Every type of indicator in a text that strangers wrote, of any length, with where it stands. Read in
 * windows; every pattern is linear in its window, every value bounded, the number found bounded.
 * The engine of investigations has a narrower reading of its own (extract.ts), whose results are kept.
 */
import type { Sha256 } from './checksums.ts';
import { hostsOf } from './find.normal.ts';
import { FINDERS, type Found } from './find.patterns.ts';
import type { AnyIndicatorType } from './life.ts';
import { refang } from './refang.ts';

export interface FindPorts {
  readonly sha256: Sha256;
  /** Whether a name of dots ends in what the public suffix list has. */
  readonly isPublicName: (name: string) => boolean;
}

export interface FoundInText {
  readonly type: AnyIndicatorType;
  /** In one form. */
  readonly value: string;
  /** In the text as it was written, in characters: up to, not including, `end`. */
  readonly start: number;
  readonly end: number;
}

const FIND_LIMITS = {
  /** Characters; what lies behind is not looked at. */
  text: 20_000_000,
  found: 100_000,
  value: 500,
} as const;

const WINDOW = 65_536;
/** Windows end between lines; where a line is longer, they overlap by what the longest value may have. */
const OVERLAP = 2_048;

/** In the order of the text. One value may be found in several places. */
export function findIndicators(text: string, ports: FindPorts): FoundInText[] {
  const all: FoundInText[] = [];
  const end = Math.min(text.length, FIND_LIMITS.text);
  let from = 0;
  let known = 0;
  while (from < end && all.length < FIND_LIMITS.found) {
    let to = Math.min(end, from + WINDOW);
    let next = to;
    if (to < end) {
      const line = text.lastIndexOf('\n', to);
      if (line > from + OVERLAP) [to, next] = [line + 1, line + 1];
      else next = to - OVERLAP;
    }
    for (const one of inWindow(text.slice(from, to), ports)) {
      const [start, stop] = [one.start + from, one.end + from];
      // Cut by the end of the window: the next one has it whole. Known from the one before: not again.
      if ((next < to && start >= next) || start < known) continue;
      all.push({ type: one.type, value: one.value, start, end: stop });
      if (all.length >= FIND_LIMITS.found) break;
    }
    known = next;
    from = next;
  }
  return all;
}

function inWindow(written: string, ports: FindPorts): FoundInText[] {
  const { text, at } = refang(written);
  const taken = new Uint8Array(text.length);
  const found: Found[] = [];
  for (const finder of FINDERS) {
    if (finder.hint !== undefined && !finder.hint.test(text)) continue;
    for (const match of text.matchAll(finder.pattern)) {
      const one = taking(finder, match, { text, at, taken, ports });
      if (one !== null) found.push(one);
    }
  }
  const hosts = found.flatMap((one) => (one.type === 'url' ? hostsOf(one, ports) : []));
  return [...found, ...hosts]
    .map((one) => placed(one, at))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

interface Window {
  readonly text: string;
  readonly at: (place: number) => number;
  /** Characters that are part of something found. */
  readonly taken: Uint8Array;
  readonly ports: FindPorts;
}

function taking(
  finder: (typeof FINDERS)[number],
  match: RegExpExecArray,
  { text, at, taken, ports }: Window,
): Found | null {
  const whole = match.groups?.v ?? match[0];
  const start = match.index + match[0].lastIndexOf(whole);
  const trimmed = finder.trim ? finder.trim(whole) : whole;
  const end = start + trimmed.length;
  if (trimmed === '' || taken[start] === 1 || taken[end - 1] === 1) return null;
  const one = finder.normal(trimmed, {
    ports,
    isDefanged: at(end) - at(start) > trimmed.length,
    before: text.slice(Math.max(0, start - 24), start),
  });
  if (one === null || one.value.length > FIND_LIMITS.value) return null;
  taken.fill(1, start, end);
  return { ...one, start, length: trimmed.length };
}

const placed = (
  { type, value, start, length }: Found,
  at: (place: number) => number,
): FoundInText => ({
  ...{ type, value },
  ...{ start: at(start), end: at(start + length - 1) + 1 },
});

/** The type of a text that is one indicator and nothing else; null where it is none. */
export function indicatorOf(written: string, ports: FindPorts): FoundInText | null {
  const text = written.trim();
  if (text.length === 0 || text.length > FIND_LIMITS.value * 2) return null;
  const [first] = inWindow(text, ports);
  return first && first.start === 0 && first.end === text.length ? first : null;
}
