import type { AssessmentSummary } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { share } from './vendor-assessments.text.ts';

const WIDTH = 720;
const ROW = 30;
const LABELS = 80;
const FIGURES = 150;
const BAR = 14;

/** Of each tier, how many vendors have an assessment that holds. */
export function AssessmentCoverage({ coverage }: { coverage: AssessmentSummary['coverage'] }) {
  const vendors = coverage.reduce((sum, one) => sum + one.vendors, 0);
  const worst = coverage.find((one) => one.assessed < one.vendors);
  return (
    <ChartFrame
      title="Coverage by tier"
      unit="vendors with a valid assessment"
      description={
        worst
          ? `${worst.vendors - worst.assessed} of ${worst.vendors} vendors of the tier ${SEVERITY_LABELS[worst.tier]} have none; terminated vendors are left out.`
          : 'Every vendor has one; terminated vendors are left out.'
      }
      bodyClassName="overflow-x-auto"
      table={{
        columns: ['Tier', 'Vendors', 'Validly assessed', 'Share'],
        rows: coverage.map(({ tier, vendors: all, assessed }) => [
          SEVERITY_LABELS[tier],
          all,
          assessed,
          share(assessed, all),
        ]),
      }}
      empty={
        vendors === 0
          ? { title: 'No vendor to assess', text: 'Add a vendor to see how many are assessed.' }
          : null
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${coverage.length * ROW}`}
        className="w-full max-w-180 min-w-100"
        role="img"
        aria-label={`Coverage by tier: ${coverage
          .map((one) => `${SEVERITY_LABELS[one.tier]} ${one.assessed} of ${one.vendors}`)
          .join(', ')}`}
      >
        {coverage.map(({ tier, vendors: all, assessed }, index) => {
          const y = index * ROW;
          const length = WIDTH - LABELS - FIGURES;
          return (
            <g key={tier}>
              <text x={0} y={y + 19} fontSize={13} fill="var(--color-fg)">
                {SEVERITY_LABELS[tier]}
              </text>
              <rect
                x={LABELS}
                y={y + 8}
                width={length}
                height={BAR}
                rx={3}
                fill="var(--color-raised)"
              />
              <rect
                x={LABELS}
                y={y + 8}
                width={all === 0 ? 0 : (length * assessed) / all}
                height={BAR}
                rx={3}
                fill="var(--color-accent)"
              />
              <text
                x={WIDTH}
                y={y + 19}
                fontSize={13}
                textAnchor="end"
                fill="var(--color-fg-muted)"
              >
                {`${assessed.toLocaleString()} of ${all.toLocaleString()}, ${share(assessed, all)}`}
              </text>
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}
