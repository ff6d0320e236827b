import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type ScoreBand, scoreBand } from '../../../shared/areas/compliance/compliance.rules.ts';
import { cx } from '../../ui/cx.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { BAND_WORDS, percent } from './scores.text.ts';

const BANDS = {
  good: { icon: CircleCheck, text: 'text-ok' },
  watch: { icon: TriangleAlert, text: 'text-warn' },
  bad: { icon: CircleAlert, text: 'text-bad' },
} as const satisfies Record<ScoreBand, unknown>;

export const BAND_FILLS = {
  good: 'fill-ok-mark',
  watch: 'fill-warn-mark',
  bad: 'fill-bad-mark',
} as const satisfies Record<ScoreBand, string>;

/** A score with the colour, sign and word of its band; the word is read out, or shown as well. */
export function ScoreFigure({
  score,
  isWordShown = false,
}: {
  score: number | null;
  isWordShown?: boolean;
}) {
  if (score === null) return <NoFigure />;
  const band = scoreBand(score);
  const { icon: Icon, text } = BANDS[band];
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold tabular-nums', text)}>
      {percent(score)}
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={isWordShown ? 'text-xs font-medium' : 'sr-only'}>{BAND_WORDS[band]}</span>
    </span>
  );
}

/** Coverage or assurance: a bar without a band, as neither is the score. */
export function ShareFigure({ value }: { value: number | null }) {
  if (value === null) return <NoFigure />;
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span aria-hidden className="h-1 w-8 overflow-hidden rounded-full bg-raised">
        <span className="block h-full rounded-full bg-accent-text" style={{ width: `${value}%` }} />
      </span>
      {percent(value)}
    </span>
  );
}
