import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { TechniqueFigures } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSize } from '../../ui/use-size.ts';
import { useTechniqueFigures } from './dashboard.queries.ts';
import { FailedPanel } from './failed-panel.tsx';
import {
  cutText,
  hasSubTechniques,
  heatLayout,
  heatLevel,
  type TacticColumn,
  tacticColumns,
  techniqueQuery,
} from './techniques.rules.ts';

const TITLE = 'ATT&CK techniques seen';
const FRAME = {
  title: TITLE,
  unit: 'alerts of the last 30 days',
  bodyClassName: 'min-h-80',
} as const;
const CELLS_MAX = 8;
const SIZES = { columnMin: 136, head: 22, cell: 36, gap: 4 } as const;
const PADDING = 6;
const LETTER_PX = 6.7;
/** Of the accent over the surface; text keeps its contrast on the strongest, in both themes. */
const OPACITIES = [0, 0.1, 0.2, 0.32, 0.45, 0.58] as const;

export function TechniqueHeatPanel() {
  const query = useTechniqueFigures();
  const figures = query.data;
  if (query.isError && !figures) return <FailedPanel title={TITLE} query={query} />;
  if (!figures) {
    return (
      <ChartFrame
        {...FRAME}
        description={<Skeleton className="h-4 w-72" />}
        table={{ columns: [], rows: [] }}
      >
        <Skeleton className="h-72 w-full" />
      </ChartFrame>
    );
  }
  return <TechniqueHeat figures={figures} />;
}

function TechniqueHeat({ figures }: { figures: TechniqueFigures }) {
  const [size, area] = useSize();
  const columns = useMemo(() => tacticColumns(figures, CELLS_MAX), [figures]);
  const table = useMemo(() => techniqueTable(figures), [figures]);
  return (
    <ChartFrame
      {...FRAME}
      bodyClassName={columns.length === 0 ? 'h-80' : FRAME.bodyClassName}
      description={describe(figures, columns)}
      table={table}
      empty={
        columns.length === 0
          ? { title: 'No Techniques Seen', text: 'No alert of the last 30 days names a technique.' }
          : null
      }
    >
      <div ref={area} className="min-h-72">
        {size && <HeatMap figures={figures} columns={columns} width={size.width} />}
      </div>
    </ChartFrame>
  );
}

interface HeatMapProps {
  figures: TechniqueFigures;
  columns: readonly TacticColumn[];
  width: number;
}

function HeatMap({ figures, columns, width }: HeatMapProps) {
  const layout = heatLayout(columns, { ...SIZES, width });
  const most = Math.max(...figures.techniques.map(({ alerts }) => alerts));
  return (
    <svg
      viewBox={`0 0 ${width} ${layout.height}`}
      width={width}
      height={layout.height}
      className="overflow-visible"
    >
      <title>Techniques by tactic; each leads to its alerts</title>
      {columns.map((column, place) => {
        const at = layout.places[place];
        return (
          <g key={column.tactic} transform={`translate(${at?.x ?? 0} ${at?.y ?? 0})`}>
            <text y={13} className="fill-fg-muted text-xs font-medium">
              {cutText(column.tactic, layout.columnWidth, LETTER_PX)}
            </text>
            {column.cells.map((technique, row) => (
              <HeatCell
                key={technique.id}
                technique={technique}
                tactic={column.tactic}
                to={`/alerts?${techniqueQuery(figures, technique.id)}`}
                level={heatLevel(technique.alerts, most)}
                hasParts={hasSubTechniques(figures, technique.id)}
                width={layout.columnWidth}
                y={SIZES.head + row * (SIZES.cell + SIZES.gap)}
              />
            ))}
            {column.more > 0 && (
              <text
                x={PADDING}
                y={SIZES.head + column.cells.length * (SIZES.cell + SIZES.gap) + 22}
                className="fill-fg-muted text-xs"
              >
                {column.more} more in the table
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface HeatCellProps {
  technique: TechniqueFigures['techniques'][number];
  tactic: string;
  to: string;
  level: number;
  /** Alerts of its sub-techniques are counted there, but the list of a technique holds them, too. */
  hasParts: boolean;
  width: number;
  y: number;
}

function HeatCell({ technique, tactic, to, level, hasParts, width, y }: HeatCellProps) {
  const { id, name, alerts } = technique;
  const count = alerts.toLocaleString();
  const words = `${id}${name ? ` ${name}` : ''}, ${tactic}: ${count} ${alerts === 1 ? 'alert' : 'alerts'}${hasParts ? '; the list adds those of its sub-techniques' : ''}`;
  return (
    <Link to={to} aria-label={words} className="group outline-offset-0">
      <title>{words}</title>
      <g transform={`translate(0 ${y})`}>
        <rect
          width={width}
          height={SIZES.cell}
          rx={4}
          strokeWidth={1}
          fillOpacity={OPACITIES[level] ?? 0}
          className="fill-accent stroke-line group-hover:stroke-accent-text group-focus-visible:stroke-focus"
        />
        <text x={PADDING} y={15} className="fill-fg text-xs font-medium tabular-nums">
          {id}
        </text>
        <text
          x={width - PADDING}
          y={15}
          textAnchor="end"
          className="fill-fg text-xs font-semibold tabular-nums"
        >
          {count}
        </text>
        <text x={PADDING} y={29} className="fill-fg text-xs">
          {cutText(name ?? 'Unknown technique', width - 2 * PADDING, LETTER_PX)}
        </text>
      </g>
    </Link>
  );
}

function describe({ techniques }: TechniqueFigures, columns: readonly TacticColumn[]): string {
  if (techniques.length === 0) return 'No technique in this time';
  const most = techniques[0];
  const nouns = `${techniques.length === 1 ? 'technique' : 'techniques'} under ${columns.length} ${columns.length === 1 ? 'tactic' : 'tactics'}`;
  return `${techniques.length} ${nouns}; most often ${most?.id} ${most?.name ?? ''}`.trim();
}

function techniqueTable({ techniques }: TechniqueFigures): ChartTable {
  return {
    columns: ['Technique', 'Name', 'Tactics', 'Alerts'],
    rows: techniques.map(({ id, name, tactics, alerts }) => [
      id,
      name,
      tactics.join(', ') || null,
      alerts,
    ]),
  };
}
