import type { Framework } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { cx } from '../../ui/cx.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { STATUS_WORDS } from './scores.text.ts';

const PARTS = [
  ['COMPLIANT', 'bg-ok-mark'],
  ['PARTIALLY_COMPLIANT', 'bg-warn-mark'],
  ['NON_COMPLIANT', 'bg-bad-mark'],
  ['NOT_ASSESSED', 'bg-line-strong'],
] as const;

/** `12 compliant, 3 not assessed`. */
export function countsText({ counts }: Pick<Framework, 'counts'>): string {
  const named = PARTS.filter(([status]) => counts[status] > 0);
  return named
    .map(([status]) => `${counts[status]} ${STATUS_WORDS[status].toLowerCase()}`)
    .join(', ');
}

/** How many controls there are, and how they stand, as one bar. */
export function ControlCounts({ framework }: { framework: Framework }) {
  const { controlCount, counts } = framework;
  if (controlCount === 0) return <NoFigure />;
  const text = countsText(framework);
  return (
    <span className="flex items-center gap-2" title={text}>
      <span className="w-10 shrink-0 text-right tabular-nums">{controlCount.toLocaleString()}</span>
      <span
        role="img"
        aria-label={text}
        className="flex h-1.5 w-full min-w-16 gap-px overflow-hidden rounded-full"
      >
        {PARTS.map(([status, fill]) =>
          counts[status] === 0 ? null : (
            <span
              key={status}
              className={cx('h-full', fill)}
              style={{ flexGrow: counts[status] }}
            />
          ),
        )}
      </span>
    </span>
  );
}
