/** Which checklists fit an alert, and why. Pure: what the alert's source said decides, nothing is guessed. */
import type { PlaybookMatches } from '../../../shared/areas/discussion/playbooks.contract.ts';

export interface MatchedAlert {
  readonly title: string;
  readonly detector: string | null;
  readonly category: string | null;
  readonly techniques: readonly string[];
}

interface Fit {
  readonly why: string;
  /** The higher, the closer: the technique itself, its parent, a word. */
  readonly rank: 3 | 2 | 1;
}

/** So many are shown by themselves; others can be chosen. */
const SHOWN = 2;

function fitOf({ techniques, words }: PlaybookMatches, alert: MatchedAlert): Fit | null {
  const exact = alert.techniques.find((id) => techniques.includes(id));
  if (exact) return { why: exact, rank: 3 };
  const child = alert.techniques.find((id) => techniques.includes(id.split('.', 1)[0] ?? id));
  if (child) return { why: child, rank: 2 };
  const text = ` ${[alert.detector, alert.category, alert.title].join(' ').toLowerCase()} `;
  const word = words.find((one) => text.includes(one.toLowerCase()));
  return word ? { why: word.trim(), rank: 1 } : null;
}

/** The closest first; of two as close, the one that comes first in the list. */
export function fittingPlaybooks<P extends { readonly matches: PlaybookMatches }>(
  playbooks: readonly P[],
  alert: MatchedAlert,
): { playbook: P; why: string }[] {
  return playbooks
    .flatMap((playbook) => {
      const fit = fitOf(playbook.matches, alert);
      return fit ? [{ playbook, ...fit }] : [];
    })
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, SHOWN)
    .map(({ playbook, why }) => ({ playbook, why }));
}
