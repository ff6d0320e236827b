/**
 * What changed between two texts. Comparing is bounded in time, since texts may be long and made to
 * differ everywhere: by word, else by line, else the whole.
 */
import { diffLines, diffWordsWithSpace } from 'diff';
import type { PolicyDiff } from '../../../shared/areas/policies/policy-versions.contract.ts';

/** Together they stay a moment that nobody else's call notices. */
const WORDS_MS = 60;
const LINES_MS = 40;

type Compared = Pick<PolicyDiff, 'by' | 'added' | 'removed' | 'parts'>;
type Change = { readonly value: string; readonly added?: boolean; readonly removed?: boolean };

const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
const linesOf = (text: string): number => text.split('\n').filter(Boolean).length;

function told(
  by: PolicyDiff['by'],
  changes: readonly Change[],
  count: (text: string) => number,
): Compared {
  const sum = (isCounted: (change: Change) => boolean) =>
    changes.filter(isCounted).reduce((total, { value }) => total + count(value), 0);
  return {
    by,
    added: sum(({ added }) => added === true),
    removed: sum(({ removed }) => removed === true),
    parts: changes.map(({ value, added, removed }) => ({
      type: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  };
}

export function compareTexts(
  from: string,
  to: string,
  limits: { readonly wordsMs: number; readonly linesMs: number } = {
    wordsMs: WORDS_MS,
    linesMs: LINES_MS,
  },
): Compared {
  const words = diffWordsWithSpace(from, to, { timeout: limits.wordsMs });
  if (words) return told('word', words, wordsOf);
  const lines = diffLines(from, to, { timeout: limits.linesMs });
  if (lines) return told('line', lines, linesOf);
  const whole = [
    { value: from, removed: true },
    { value: to, added: true },
  ].filter(({ value }) => value !== '');
  return told('whole', whole, linesOf);
}
