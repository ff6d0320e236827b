/** What a rule asks of a single value, apart from texts: expressions, networks, numbers, times. */
import { parseCidr } from './cidr.ts';
import { fold } from './fold.ts';
import type { Comparison, Piece, SigmaPorts, TimePart, ValueTest } from './sigma.types.ts';
import { unsupported } from './sigma-problem.ts';
import { compileTexts } from './text-set.ts';

type Check = (text: string) => boolean;

/** The alternatives of one value: one check of the folded text, one of the text as it stands. */
export interface Checks {
  readonly folded: Check | null;
  readonly raw: Check | null;
}

/** @throws SigmaProblem for expressions that cannot run. */
export function compileChecks(
  tests: readonly ValueTest[],
  ports: Pick<SigmaPorts, 'regex'>,
): Checks {
  const folded: (readonly Piece[])[] = [];
  const cased: (readonly Piece[])[] = [];
  const raw: Check[] = [];
  for (const test of tests) {
    if (test.type === 'text') {
      if (test.cased) cased.push(test.pieces);
      else folded.push(test.pieces.map(foldPiece));
    } else if (test.type === 'regex') raw.push(compileRegex(test.source, test.flags, ports));
    else if (test.type === 'cidr') raw.push(parseCidr(test.range) ?? (() => false));
    else if (test.type === 'compare') raw.push(compileCompare(test.op, test.than, test.part));
  }
  if (cased.length > 0) raw.unshift(compileTexts(cased));
  return {
    folded: folded.length > 0 ? compileTexts(folded) : null,
    raw: raw.length > 0 ? (text) => raw.some((check) => check(text)) : null,
  };
}

function foldPiece(piece: Piece): Piece {
  return 'text' in piece ? { text: fold(piece.text) } : piece;
}

function compileRegex(source: string, flags: string, ports: Pick<SigmaPorts, 'regex'>): Check {
  try {
    const regex = ports.regex(source, flags);
    return (text) => regex.test(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 160) : 'not readable';
    throw unsupported(`the expression cannot run in linear time: ${why}`);
  }
}

function compileCompare(op: Comparison, than: number, part: TimePart | null): Check {
  const read = part === null ? numberIn : (text: string) => timePart(text, part);
  switch (op) {
    case 'lt':
      return (text) => read(text) < than;
    case 'lte':
      return (text) => read(text) <= than;
    case 'gt':
      return (text) => read(text) > than;
    case 'gte':
      return (text) => read(text) >= than;
    case 'eq':
      return (text) => read(text) === than;
  }
}

/** NaN where the text is no number, so that no comparison holds. */
function numberIn(text: string): number {
  const trimmed = text.trim();
  return trimmed === '' ? Number.NaN : Number(trimmed);
}

const TIME = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;
const PARTS = ['year', 'month', 'day', 'hour', 'minute'] as const;

/** As the text writes it: the specification knows no time zones here. */
function timePart(text: string, part: TimePart): number {
  const match = TIME.exec(text);
  if (!match) return Number.NaN;
  if (part === 'week') return weekOf(Number(match[1]), Number(match[2]), Number(match[3]));
  const value = match[PARTS.indexOf(part) + 1];
  return value === undefined ? Number.NaN : Number(value);
}

/** ISO 8601: the week of a day is that of its Thursday. */
function weekOf(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * 86_400_000;
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return 1 + Math.floor((thursday - first) / (7 * 86_400_000));
}
