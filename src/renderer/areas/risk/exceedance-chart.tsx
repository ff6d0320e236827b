import type { QuantResult } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { chanceAt, type ExceedancePoint } from '../../../shared/areas/risk/risk-quant.rules.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { type Size, useSize } from '../../ui/use-size.ts';
import { chance, money, shortMoney } from './quant.text.ts';

interface ExceedanceChartProps {
  title: string;
  result: QuantResult | null;
  currency: string;
  /** Shown while there is nothing to draw. */
  empty: { readonly title: string; readonly text: string };
}

const PLOT = { left: 48, right: 16, top: 26, bottom: 40 } as const;
const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;
const LINES = [
  { key: 'before', word: 'Before treatment', stroke: 'stroke-bad-mark', dash: '' },
  { key: 'after', word: 'After treatment', stroke: 'stroke-ok-mark', dash: '6 3' },
] as const;
const TABLE_STEPS = [0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.001] as const;

/** Chance that a year's loss reaches an amount, before and after treatment. */
export function ExceedanceChart({ title, result, currency, empty }: ExceedanceChartProps) {
  const [size, area] = useSize();
  const hasCurve = result !== null && curvesOf(result).some(({ curve }) => curve.length > 1);
  return (
    <ChartFrame
      title={title}
      unit={`chance that the loss of a year reaches an amount, ${currency}`}
      description={result ? describe(result, currency) : empty.text}
      table={tableOf(result, currency)}
      bodyClassName="h-72"
      empty={hasCurve ? null : empty}
    >
      <div ref={area} className="h-full">
        {size && result && (
          <Drawing
            result={result}
            size={size}
            currency={currency}
            label={`${title}: ${describe(result, currency)}`}
          />
        )}
      </div>
    </ChartFrame>
  );
}

interface Curve {
  readonly word: string;
  readonly stroke: string;
  readonly dash: string;
  readonly curve: readonly ExceedancePoint[];
}

function curvesOf(result: QuantResult): Curve[] {
  return LINES.flatMap(({ key, ...look }) => {
    const figures = result[key];
    return figures === null ? [] : [{ ...look, curve: figures.curve }];
  });
}

function describe({ before, after }: QuantResult, currency: string): string {
  const one = `1 year in 20 loses ${money(before.p95, currency)} or more before treatment`;
  return after === null ? `${one}.` : `${one}, ${money(after.p95, currency)} after it.`;
}

/** The smallest loss that a share of the years reaches; null where fewer years have any. */
function lossAt(curve: readonly ExceedancePoint[], share: number): number | null {
  const point = curve.find((one) => one.chance <= share);
  return point && (curve[0]?.chance ?? 0) >= share ? point.loss : null;
}

function tableOf(result: QuantResult | null, currency: string) {
  const curves = result ? curvesOf(result) : [];
  return {
    columns: ['Chance in a year', ...curves.map(({ word }) => word)],
    rows: TABLE_STEPS.map((share) => [
      chance(share),
      ...curves.map(({ curve }) => {
        const loss = lossAt(curve, share);
        return loss === null ? null : money(loss, currency);
      }),
    ]),
  };
}

interface DrawingProps {
  result: QuantResult;
  size: Size;
  currency: string;
  label: string;
}

/** Powers of ten, with 3 between them where there is room. */
function ticksOf(from: number, to: number, width: number): number[] {
  const steps = width / Math.max(1, Math.log10(to / from)) > 150 ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const step of steps) {
      const value = step * 10 ** power;
      if (value >= from && value <= to) ticks.push(value);
    }
  const most = Math.max(2, Math.floor(width / 70));
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, at) => at % every === 0);
}

function Drawing({ result, size, currency, label }: DrawingProps) {
  const curves = curvesOf(result);
  const losses = curves.flatMap(({ curve }) => curve.map(({ loss }) => loss));
  const to = Math.max(...losses);
  // What hardly anybody would call a loss is left out at the left.
  const from = Math.max(Math.min(...losses), to / 100_000);
  const width = Math.max(1, size.width - PLOT.left - PLOT.right);
  const height = Math.max(1, size.height - PLOT.top - PLOT.bottom);
  const spread = Math.max(1e-9, Math.log(to / from));
  const x = (loss: number) => PLOT.left + (width * Math.log(Math.max(loss, from) / from)) / spread;
  const y = (share: number) => PLOT.top + height * (1 - share);
  const pathOf = (curve: readonly ExceedancePoint[]) => {
    const shown = curve.filter(({ loss }) => loss >= from);
    const points = [{ loss: from, chance: chanceAt(curve, from) }, ...shown];
    return points
      .map(
        (one, at) => `${at === 0 ? 'M' : 'L'}${x(one.loss).toFixed(1)} ${y(one.chance).toFixed(1)}`,
      )
      .join('');
  };
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={label}
    >
      {SHARES.map((share) => (
        <g key={share}>
          <line
            x1={PLOT.left}
            x2={size.width - PLOT.right}
            y1={y(share)}
            y2={y(share)}
            className="stroke-line"
          />
          <text
            x={PLOT.left - 6}
            y={y(share) + 4}
            textAnchor="end"
            className="fill-fg-muted text-xs tabular-nums"
          >
            {chance(share)}
          </text>
        </g>
      ))}
      {ticksOf(from, to, width).map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={PLOT.top} y2={y(0)} className="stroke-line" />
          <text
            x={x(tick)}
            y={size.height - 22}
            textAnchor="middle"
            className="fill-fg-muted text-xs tabular-nums"
          >
            {shortMoney(tick)}
          </text>
        </g>
      ))}
      <text
        x={size.width - PLOT.right}
        y={size.height - 5}
        textAnchor="end"
        className="fill-fg-muted text-xs"
      >
        {`Loss of a year, ${currency}, logarithmic`}
      </text>
      {curves.map(({ word, curve, stroke, dash }) => (
        <path
          key={word}
          d={pathOf(curve)}
          fill="none"
          strokeWidth={2}
          strokeDasharray={dash}
          className={stroke}
        />
      ))}
      <Legend curves={curves} />
    </svg>
  );
}

const LEGEND_PX = 140;

function Legend({ curves }: { curves: readonly Curve[] }) {
  return curves.map(({ word, stroke, dash }, at) => (
    <g key={word} transform={`translate(${PLOT.left + at * LEGEND_PX}, 10)`}>
      <line
        x1={0}
        x2={20}
        y1={0}
        y2={0}
        strokeWidth={2}
        strokeDasharray={dash}
        className={stroke}
      />
      <text x={26} y={4} className="fill-fg-muted text-xs">
        {word}
      </text>
    </g>
  ));
}
