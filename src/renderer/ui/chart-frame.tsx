import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { EmptyState } from './empty-state.tsx';
import { Menu } from './menu.tsx';
import { usePageFiles } from './page-files.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';
import { NoFigure } from './stat.tsx';
import { useErrorToast } from './use-error-toast.ts';

/** What a chart shows, in words and figures: the same for those who do not see it. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

interface ChartFrameProps {
  /** Says what it shows: 'Alerts by hour and severity'. */
  title: string;
  /** What its numbers count: 'alerts per hour'; empty where the title says it. */
  unit: string;
  /** One sentence with what there is to see. */
  description: ReactNode;
  table: ChartTable;
  /** Shown in place of the chart while there is nothing to draw. */
  empty?: { readonly title: string; readonly text: string } | null;
  /** Of the part that changes between chart and table, so that nothing else moves: `h-64`. */
  bodyClassName?: string;
  /** Beside the buttons: a range, a legend. */
  actions?: ReactNode;
  className?: string;
  /** One `svg` with a `viewBox`, colours by token; it is what 'Save as' saves. */
  children: ReactNode;
}

type Look = 'chart' | 'table';

const LOOKS = [
  { value: 'chart', label: 'Chart', icon: <ChartColumn aria-hidden />, isIconOnly: true },
  { value: 'table', label: 'Table', icon: <Table2 aria-hidden />, isIconOnly: true },
] as const;

/** A chart with its title, unit, description, its figures as a table, and the way to keep it. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, description, table, empty = null, bodyClassName = 'h-64' } = props;
  const id = useId();
  const chart = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState<Look>('chart');
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-lg border border-line bg-surface', props.className)}
    >
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <div className="min-w-0 flex-1 basis-48">
          <h2 id={id} className="text-sm font-semibold text-fg">
            {title}
            {unit !== '' && <span className="font-normal text-fg-muted"> · {unit}</span>}
          </h2>
          <p className="text-xs text-fg-muted">{description}</p>
        </div>
        {props.actions}
        {empty === null && (
          <>
            <Segmented
              label={`Show '${title}' as`}
              size="sm"
              value={look}
              onValueChange={setLook}
              segments={LOOKS}
            />
            <SaveMenu
              title={title}
              unit={unit}
              isOff={look === 'table'}
              svg={() => chart.current?.querySelector('svg') ?? null}
            />
          </>
        )}
      </header>
      <div className={cx('p-4', bodyClassName)}>
        {empty !== null && (
          <div className="flex h-full items-center justify-center">
            <EmptyState {...empty} />
          </div>
        )}
        {empty === null && look === 'chart' && (
          <div ref={chart} className="h-full">
            {props.children}
          </div>
        )}
        {empty === null && look === 'table' && <Figures title={title} table={table} />}
      </div>
    </section>
  );
}

function Figures({ title, table }: { title: string; table: ChartTable }) {
  return (
    <ScrollRegion label={`Figures of '${title}'`} className="h-full">
      <table className="w-full text-xs">
        <thead className="sticky top-0 bg-surface text-left text-fg-muted">
          <tr>
            {table.columns.map((name, place) => (
              <th key={name} scope="col" className={cellStyle(place)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(table.rows).map(({ place, entry }) => (
            <tr key={place} className="border-t border-line">
              {placed(entry).map(({ place: column, entry: value }) => (
                <td key={column} className={cellStyle(Number(column))}>
                  {value === null && <NoFigure />}
                  {typeof value === 'number' ? value.toLocaleString() : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function cellStyle(place: number): string {
  return cx('py-1 pr-4 font-normal', place > 0 && 'text-right tabular-nums');
}

/** Rows and cells have no identity but their place. */
function placed<T>(entries: readonly T[]): { place: string; entry: T }[] {
  return entries.map((entry, n) => ({ place: String(n), entry }));
}

interface SaveMenuProps {
  title: string;
  unit: string;
  isOff: boolean;
  svg: () => SVGSVGElement | null;
}

function SaveMenu({ title, unit, isOff, svg }: SaveMenuProps) {
  const files = usePageFiles();
  const toastError = useErrorToast();
  const save = async (extension: 'png' | 'svg') => {
    const chart = svg();
    if (!chart) return;
    try {
      const { chartToSvg, imageName, svgToPng } = await import('./chart-image.ts');
      const drawn = await chartToSvg(chart, { title, unit }, files.read);
      const content = extension === 'svg' ? drawn : await svgToPng(drawn);
      await files.save(content, imageName(title, extension));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          icon={<Download aria-hidden />}
          label={`Save '${title}'`}
          title="Save as a picture"
          disabled={isOff}
        />
      }
      items={[
        { label: 'Save as PNG', onSelect: () => void save('png') },
        { label: 'Save as SVG', onSelect: () => void save('svg') },
      ]}
    />
  );
}
