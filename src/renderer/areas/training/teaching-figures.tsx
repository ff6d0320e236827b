import { FIGURES } from './portal.content.ts';

/** Figures to learn from; those of this workspace are on the dashboard. */
export function TeachingFigures() {
  return (
    <section aria-label="Teaching figures">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {FIGURES.map((figure) => (
          <div
            key={figure.label}
            className="flex flex-col rounded-lg border border-line bg-surface p-4"
          >
            <dt className="text-sm font-medium text-fg-muted">{figure.label}</dt>
            <dd className="mt-1 text-xl font-semibold tracking-tight text-fg tabular-nums">
              {figure.value}
            </dd>
            <dd className="text-xs text-fg-muted">{figure.note}</dd>
            <dd className="mt-2 border-t border-line pt-2 text-xs text-fg-muted">
              {figure.explanation}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
