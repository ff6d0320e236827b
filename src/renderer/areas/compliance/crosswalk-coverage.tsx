import { useQuery } from '@tanstack/react-query';
import type { CrosswalkCoverage as Coverage } from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { coverageQuery } from './crosswalks.queries.ts';

/** Groups of two frameworks against each other: how many controls links reach. */
export function CrosswalkCoverage({ from, to }: { from: string; to: string }) {
  const { data, error, refetch } = useQuery(coverageQuery(useClient(), from, to));
  if (error) {
    return (
      <ErrorState
        title="Coverage could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-40 w-full" />;
  const { whole, part, none, controls } = data.reached;
  if (whole + part === 0) {
    return (
      <EmptyState
        title="No links between these two"
        text="Add links at their controls, or import a mapping."
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg">
        Of {controls} applicable controls of <Untrusted text={data.to.name} />: covered whole by one
        link {whole}, in part {part}, by none {none}.
      </p>
      <ScrollRegion
        label="Coverage by group"
        className="max-h-[50vh] rounded-md border border-line"
      >
        <Matrix coverage={data} />
      </ScrollRegion>
      <p className="text-xs text-fg-muted">
        A row is a group of <Untrusted text={data.to.name} />, a column one of{' '}
        <Untrusted text={data.from.name} />. A cell counts the controls of the row that links from
        the column reach.
      </p>
    </div>
  );
}

/** Darker where a larger share of the row's controls is reached; the number says it too. */
function shade(controls: number, of: number): string {
  if (of === 0) return '';
  return controls / of >= 0.5
    ? 'bg-accent-soft font-semibold text-accent-text'
    : 'bg-raised text-fg';
}

function Matrix({ coverage }: { coverage: Coverage }) {
  const cells = new Map(coverage.cells.map((cell) => [`${cell.row}\n${cell.column}`, cell]));
  return (
    <table className="border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <th scope="col" className="sticky left-0 bg-surface px-2 py-1.5 text-left text-fg-muted">
            Group
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium text-fg-muted">
            Linked
          </th>
          {coverage.columns.map(({ ref, title }) => (
            <th
              key={ref}
              scope="col"
              title={title}
              className="max-w-28 truncate px-2 py-1.5 text-right font-medium text-fg-muted"
            >
              <Untrusted text={ref} max={24} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {coverage.rows.map((row) => (
          <tr key={row.ref}>
            <th
              scope="row"
              className="sticky left-0 max-w-56 truncate border-t border-line bg-surface px-2 py-1.5 text-left font-medium text-fg"
            >
              <Untrusted
                text={row.title === row.ref ? row.ref : `${row.ref} ${row.title}`}
                max={60}
              />
            </th>
            <td className="border-t border-line px-2 py-1.5 text-right whitespace-nowrap text-fg tabular-nums">
              {row.linked} of {row.controls}
            </td>
            {coverage.columns.map(({ ref }) => {
              const cell = cells.get(`${row.ref}\n${ref}`);
              return (
                <td
                  key={ref}
                  title={cell && `${cell.links} links`}
                  className={cx(
                    'border-t border-l border-line px-2 py-1.5 text-right tabular-nums',
                    cell && shade(cell.controls, row.controls),
                  )}
                >
                  {cell?.controls ?? ''}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
