/** Two charts with a line for each framework: its score, and how its controls stand. */
import { Link } from 'react-router-dom';
import {
  CONTROL_STATUSES,
  type ControlStatus,
  scoreBand,
} from '../../../shared/areas/compliance/compliance.rules.ts';
import type { FrameworkScore } from '../../../shared/areas/compliance/scores.contract.ts';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSize } from '../../ui/use-size.ts';
import { BAND_FILLS } from './score-figure.tsx';
import { bandWord, controlsAddress, STATUS_WORDS } from './scores.text.ts';

/** px; the names stand at the left, the figures at the right. */
const LINE = { height: 22, bar: 10, names: 150, figures: 46, top: 24 } as const;
const LETTER_PX = 6.6;
const ORDER: readonly ControlStatus[] = [
  'COMPLIANT',
  'PARTIALLY_COMPLIANT',
  'NON_COMPLIANT',
  'NOT_ASSESSED',
];
const STATUS_FILLS: Record<ControlStatus, string> = {
  COMPLIANT: 'fill-ok-mark',
  PARTIALLY_COMPLIANT: 'fill-warn-mark',
  NON_COMPLIANT: 'fill-bad-mark',
  NOT_ASSESSED: 'fill-line-strong',
};
const NOTHING = 'No framework is active';
const EMPTY = {
  title: 'No Frameworks Found',
  text: 'Adopt a framework, or create one, and it will be drawn here.',
} as const;

interface ScoresProps {
  /** Undefined while they load. */
  scores: readonly FrameworkScore[] | undefined;
}

export function ScoreChart({ scores }: ScoresProps) {
  const frame = { title: 'Framework scores by band', unit: '% of assessed controls' };
  if (!scores) return <LoadingChart {...frame} />;
  const ranked = scores.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return (
    <ChartFrame
      {...frame}
      description={bandsText(scores)}
      table={scoreTable(ranked)}
      empty={scores.length === 0 ? EMPTY : null}
      bodyClassName="max-h-128 overflow-y-auto"
    >
      <Lines scores={ranked} label={`Framework scores: ${bandsText(scores)}`}>
        {(score, width) => <ScoreLine framework={score} width={width} />}
      </Lines>
    </ChartFrame>
  );
}

export function ControlStatusChart({ scores }: ScoresProps) {
  const frame = { title: 'Control status by framework', unit: 'share of controls' };
  if (!scores) return <LoadingChart {...frame} />;
  const description = statusText(scores);
  return (
    <ChartFrame
      {...frame}
      description={description}
      table={statusTable(scores)}
      empty={scores.length === 0 ? EMPTY : null}
      bodyClassName="max-h-128 overflow-y-auto"
    >
      <Lines scores={scores} label={`Control status by framework: ${description}`} hasLegend>
        {(score, width) => <StatusLine framework={score} width={width} />}
      </Lines>
    </ChartFrame>
  );
}

function LoadingChart(frame: { title: string; unit: string }) {
  return (
    <ChartFrame
      {...frame}
      description={<Skeleton className="h-4 w-56" />}
      table={{ columns: [], rows: [] }}
      bodyClassName="h-128"
    >
      <Skeleton className="h-full w-full" />
    </ChartFrame>
  );
}

interface LinesProps {
  scores: readonly FrameworkScore[];
  label: string;
  hasLegend?: boolean;
  children: (score: FrameworkScore, width: number) => React.ReactNode;
}

function Lines({ scores, label, hasLegend = false, children }: LinesProps) {
  const [size, area] = useSize();
  const top = hasLegend ? LINE.top : 0;
  const height = top + scores.length * LINE.height;
  return (
    <div ref={area} style={{ minHeight: height }}>
      {size && (
        <svg viewBox={`0 0 ${size.width} ${height}`} width={size.width} height={height}>
          <title>{label}</title>
          {hasLegend && <Legend />}
          {scores.map((score, place) => (
            <g key={score.id} transform={`translate(0 ${top + place * LINE.height})`}>
              <text y={15} className="fill-fg text-xs">
                {cutName(score.name)}
              </text>
              {children(score, size.width - LINE.names - LINE.figures)}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function Legend() {
  let x = 0;
  return (
    <>
      {ORDER.map((status) => {
        const at = x;
        x += STATUS_WORDS[status].length * LETTER_PX + 28;
        return (
          <g key={status} transform={`translate(${at} 0)`}>
            <rect width={8} height={8} y={3} rx={2} className={STATUS_FILLS[status]} />
            <text x={13} y={11} className="fill-fg-muted text-xs">
              {STATUS_WORDS[status]}
            </text>
          </g>
        );
      })}
    </>
  );
}

function cutName(name: string): string {
  const most = Math.floor((LINE.names - 8) / LETTER_PX);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

function ScoreLine({ framework, width }: { framework: FrameworkScore; width: number }) {
  const { id, name, score } = framework;
  const words = score === null ? 'no control assessed' : `${score}%, ${bandWord(score)}`;
  return (
    <Link to={`/compliance?why=${encodeURIComponent(id)}`} aria-label={`${name}: ${words}`}>
      <title>{`${name}: ${words}`}</title>
      <rect
        x={LINE.names}
        y={6}
        width={width}
        height={LINE.bar}
        rx={3}
        className="fill-raised hover:fill-line"
      />
      {score !== null && (
        <rect
          x={LINE.names}
          y={6}
          width={(width * score) / 100}
          height={LINE.bar}
          rx={3}
          className={BAND_FILLS[scoreBand(score)]}
        />
      )}
      <text
        x={LINE.names + width + LINE.figures}
        y={15}
        textAnchor="end"
        className="fill-fg-muted text-xs tabular-nums"
      >
        {score === null ? '—' : `${score}%`}
      </text>
    </Link>
  );
}

function StatusLine({ framework, width }: { framework: FrameworkScore; width: number }) {
  const { id, name, counts, total } = framework;
  let x = LINE.names;
  return (
    <>
      {ORDER.filter((status) => counts[status] > 0).map((status) => {
        const part = (width * counts[status]) / total;
        const at = x;
        x += part;
        const words = `${name}: ${counts[status]} ${STATUS_WORDS[status].toLowerCase()}`;
        return (
          <Link key={status} to={controlsAddress({ framework: id, status })} aria-label={words}>
            <title>{words}</title>
            <rect
              x={at}
              y={6}
              width={Math.max(1, part - 1)}
              height={LINE.bar}
              className={`${STATUS_FILLS[status]} hover:opacity-80`}
            />
          </Link>
        );
      })}
      <text
        x={LINE.names + width + LINE.figures}
        y={15}
        textAnchor="end"
        className="fill-fg-muted text-xs tabular-nums"
      >
        {total.toLocaleString()}
      </text>
    </>
  );
}

/** `30 on target, 8 to watch, 4 below target` */
function bandsText(scores: readonly FrameworkScore[]): string {
  if (scores.length === 0) return NOTHING;
  const bands = Map.groupBy(scores, ({ score }) => (score === null ? null : scoreBand(score)));
  const count = (band: 'good' | 'watch' | 'bad' | null) => bands.get(band)?.length ?? 0;
  const parts = [
    `${count('good')} on target (90 or more)`,
    `${count('watch')} to watch (80 to 89)`,
    `${count('bad')} below target`,
  ];
  return count(null) > 0 ? [...parts, `${count(null)} not assessed`].join(', ') : parts.join(', ');
}

function statusText(scores: readonly FrameworkScore[]): string {
  if (scores.length === 0) return NOTHING;
  return ORDER.map((status) => {
    const count = scores.reduce((sum, { counts }) => sum + counts[status], 0);
    return `${count.toLocaleString()} ${STATUS_WORDS[status].toLowerCase()}`;
  }).join(', ');
}

function scoreTable(scores: readonly FrameworkScore[]): ChartTable {
  return {
    columns: ['Framework', 'Score', 'Coverage', 'Assurance'],
    rows: scores.map(({ name, score, coverage, assurance }) => [name, score, coverage, assurance]),
  };
}

function statusTable(scores: readonly FrameworkScore[]): ChartTable {
  return {
    columns: ['Framework', ...CONTROL_STATUSES.map((status) => STATUS_WORDS[status])],
    rows: scores.map(({ name, counts }) => [
      name,
      ...CONTROL_STATUSES.map((status) => counts[status]),
    ]),
  };
}
