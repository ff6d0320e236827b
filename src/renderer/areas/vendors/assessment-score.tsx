import type { VendorAssessmentDetail } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  SCORE_FORMULA,
  SCORE_MAX,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { NoFigure } from '../../ui/stat.tsx';

/** The score and what it is made of; the formula is one click away. */
export function AssessmentScore({ assessment }: { assessment: VendorAssessmentDetail }) {
  const { standing, form, score } = assessment;
  const titles = new Map(form.sections.map(({ id, title }) => [id, title]));
  const shown = score ?? standing.score;
  return (
    <section aria-label="Score" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">{score === null ? 'Score so far' : 'Score'}</h3>
      <p className="tabular-nums">
        <span className="text-xl font-semibold text-fg">{shown ?? <NoFigure />}</span>{' '}
        <span className="text-fg-muted">of {SCORE_MAX}, 0 is best</span>
      </p>
      <ul className="flex flex-col gap-1" aria-label="Score by section">
        {standing.sections.map((part) => (
          <li key={part.section} className="flex items-center gap-2 text-xs">
            <span className="min-w-0 flex-1 truncate text-fg">
              {titles.get(part.section) ?? part.section}
            </span>
            <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full bg-accent"
                style={{ width: `${(100 * Number(part.score ?? 0)) / SCORE_MAX}%` }}
              />
            </span>
            <span className="w-8 text-end text-fg tabular-nums">{part.score ?? <NoFigure />}</span>
          </li>
        ))}
      </ul>
      <details className="rounded-md border border-line px-3 py-2 text-xs">
        <summary className="cursor-pointer font-medium text-fg">How it is computed</summary>
        <p className="mt-2 text-fg-muted">{SCORE_FORMULA}</p>
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 tabular-nums">
          {(
            [
              ['Sum of weight × share', standing.risk],
              ['Sum of the weights that count', standing.weight],
              ['Questions that count', standing.counted],
              ['Not applicable, dropped', standing.notApplicable],
              ['Required without an answer, scored worst', standing.unanswered],
              ['Formula version', standing.formulaVersion],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-fg-muted">{label}</dt>
              <dd className="text-end text-fg">{value.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
