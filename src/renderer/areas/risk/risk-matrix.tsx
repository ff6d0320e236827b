/** Likelihood against impact, 5 × 5: how many risks stand where; a cell narrows the register to them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { riskLevel } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import type { RiskSummary } from '../../../shared/areas/risk/risks.contract.ts';
import {
  IMPACT_LABELS,
  LIKELIHOOD_LABELS,
  RISK_LEVEL_LABELS,
  RISK_LEVELS,
  RISK_STEPS,
  type RiskLevel,
} from '../../../shared/areas/risk/risks.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AppetiteButton } from './appetite-dialog.tsx';
import { riskSummaryQuery } from './risks.queries.ts';
import { countText } from './risks.text.ts';
import { useRiskAddress } from './use-risk-address.ts';

type Kind = 'inherent' | 'residual';
const KINDS = [
  { value: 'inherent', label: 'Inherent' },
  { value: 'residual', label: 'Residual' },
] as const;
const PARAMS = { inherent: 'cell', residual: 'residualCell' } as const;

const WIDTH = 560;
const LEFT = 112;
const CELL = { width: (WIDTH - LEFT) / 5, height: 44, gap: 4 } as const;
const HEIGHT = 5 * CELL.height + 40;
const FILLS: Record<RiskLevel, string> = {
  CRITICAL: 'var(--color-critical-soft)',
  HIGH: 'var(--color-high-soft)',
  MEDIUM: 'var(--color-medium-soft)',
  LOW: 'var(--color-low-soft)',
};
const INKS: Record<RiskLevel, string> = {
  CRITICAL: 'var(--color-critical)',
  HIGH: 'var(--color-high)',
  MEDIUM: 'var(--color-medium)',
  LOW: 'var(--color-low)',
};

type Count = (likelihood: number, impact: number) => number;

function counter(cells: RiskSummary['inherent']): Count {
  const counts = new Map(cells.map((one) => [`${one.likelihood}x${one.impact}`, one.count]));
  return (likelihood, impact) => counts.get(`${likelihood}x${impact}`) ?? 0;
}

function describe(kind: Kind, countAt: Count): string {
  const all = RISK_STEPS.flatMap((l) => RISK_STEPS.map((i) => [riskLevel(l * i), countAt(l, i)]));
  const of = (level: RiskLevel) =>
    all.reduce((sum, [at, n]) => (at === level ? sum + Number(n) : sum), 0);
  const parts = RISK_LEVELS.map(
    (level) => `${of(level).toLocaleString()} ${RISK_LEVEL_LABELS[level].toLowerCase()}`,
  );
  const note = kind === 'residual' ? '; likelihood is what the residual leaves, rounded up' : '';
  return `${parts.join(', ')}${note}.`;
}

export function RiskMatrix() {
  const { data } = useQuery(riskSummaryQuery(useClient()));
  const { view } = useRiskAddress();
  const [kind, setKind] = useState<Kind>(view.residualCell === null ? 'inherent' : 'residual');
  const countAt = counter(data?.[kind] ?? []);
  return (
    <ChartFrame
      title={`${kind === 'inherent' ? 'Inherent' : 'Residual'} risk matrix`}
      unit="risks"
      description={describe(kind, countAt)}
      bodyClassName="overflow-x-auto"
      actions={
        <Segmented
          label="Risk shown in the matrix"
          size="sm"
          value={kind}
          onValueChange={setKind}
          segments={KINDS}
        />
      }
      table={{
        columns: ['Likelihood', ...IMPACT_LABELS.map((label, n) => `${label} (${n + 1})`)],
        rows: RISK_STEPS.toReversed().map((likelihood) => [
          `${LIKELIHOOD_LABELS[likelihood - 1]} (${likelihood})`,
          ...RISK_STEPS.map((impact) => countAt(likelihood, impact)),
        ]),
      }}
      empty={
        data?.total === 0
          ? { title: 'Nothing in the matrix yet', text: 'Risks stand here once they are added.' }
          : null
      }
    >
      <Drawing
        kind={kind}
        countAt={countAt}
        appetite={data?.appetite ?? null}
        chosen={kind === 'inherent' ? view.cell : view.residualCell}
      />
      <div className="mt-1 flex min-h-7 justify-end">
        <AppetiteButton summary={data} />
      </div>
    </ChartFrame>
  );
}

interface DrawingProps {
  kind: Kind;
  countAt: Count;
  appetite: number | null;
  chosen: string | null;
}

function Drawing({ kind, countAt, appetite, chosen }: DrawingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a drawing, and its cells are links
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full min-w-96"
      role="group"
      aria-label={`${kind === 'inherent' ? 'Inherent' : 'Residual'} risks by likelihood and impact`}
    >
      {RISK_STEPS.toReversed().map((likelihood, row) => (
        <g key={likelihood}>
          <text x={0} y={row * CELL.height + 25} fontSize={12} fill="var(--color-fg-muted)">
            {`${likelihood} ${LIKELIHOOD_LABELS[likelihood - 1]}`}
          </text>
          {RISK_STEPS.map((impact) => (
            <Cell
              key={impact}
              kind={kind}
              likelihood={likelihood}
              impact={impact}
              count={countAt(likelihood, impact)}
              isAbove={appetite !== null && likelihood * impact > appetite}
              isChosen={chosen === `${likelihood}x${impact}`}
              y={row * CELL.height}
            />
          ))}
        </g>
      ))}
      {RISK_STEPS.map((impact) => (
        <text
          key={impact}
          x={LEFT + (impact - 1) * CELL.width + (CELL.width - CELL.gap) / 2}
          y={5 * CELL.height + 14}
          fontSize={12}
          textAnchor="middle"
          fill="var(--color-fg-muted)"
        >
          {`${impact} ${IMPACT_LABELS[impact - 1]}`}
        </text>
      ))}
      <text x={0} y={HEIGHT - 4} fontSize={11} fill="var(--color-fg-muted)">
        {appetite === null
          ? 'Likelihood upwards, impact to the right'
          : `Likelihood upwards, impact to the right; dashed: above the appetite of ${appetite}`}
      </text>
    </svg>
  );
}

interface CellProps {
  kind: Kind;
  likelihood: number;
  impact: number;
  count: number;
  isAbove: boolean;
  isChosen: boolean;
  y: number;
}

function Cell({ kind, likelihood, impact, count, isAbove, isChosen, y }: CellProps) {
  const level = riskLevel(likelihood * impact);
  const x = LEFT + (impact - 1) * CELL.width;
  const [width, height] = [CELL.width - CELL.gap, CELL.height - CELL.gap];
  const cell = `${likelihood}x${impact}`;
  const words = `Likelihood ${likelihood}, impact ${impact}, ${RISK_LEVEL_LABELS[level]}: ${countText(count, 'risk')}${isAbove ? ', above the appetite' : ''}`;
  const drawn = (
    <>
      <title>{words}</title>
      <rect
        {...{ x, y, width, height }}
        rx={4}
        fill={FILLS[level]}
        stroke={isChosen ? 'var(--color-accent)' : isAbove ? INKS[level] : 'none'}
        strokeWidth={isChosen ? 3 : 1.5}
        strokeDasharray={isChosen ? undefined : '4 3'}
      />
      <text
        x={x + width / 2}
        y={y + height / 2 + 9}
        fontSize={16}
        fontWeight={count > 0 ? 600 : 400}
        textAnchor="middle"
        fill={INKS[level]}
      >
        {count > 0 ? count.toLocaleString() : '·'}
      </text>
    </>
  );
  const word = (
    <text x={x + 6} y={y + 13} fontSize={9.5} fill={INKS[level]} pointerEvents="none">
      {RISK_LEVEL_LABELS[level]}
    </text>
  );
  if (count === 0)
    return (
      <g>
        {drawn}
        {word}
      </g>
    );
  return (
    <>
      <Link
        to={isChosen ? '/risk' : `/risk?${PARAMS[kind]}=${cell}`}
        aria-label={words}
        aria-current={isChosen || undefined}
        className="outline-offset-2 hover:opacity-80"
      >
        {drawn}
      </Link>
      {word}
    </>
  );
}
