import type { AutomationHealth } from '../../../shared/areas/assistant/automation.contract.ts';
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import { Card } from '../../ui/card.tsx';
import { Stat } from '../../ui/stat.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { PointsCard } from './automation-points.tsx';
import { PolicyCard } from './automation-policy.tsx';
import { boundText, DECISION_LABELS, percent } from './automation-words.tsx';
import { CalibrationChart } from './calibration-chart.tsx';

const POLICY_FIELDS = {
  state: 'Automation',
  dailyCap: 'Daily cap',
  points: 'Points of suspicion',
  reason: 'Reason',
  onSince: 'Switched on',
} as const;

export function HealthTab({ health }: { health: AutomationHealth }) {
  const { precision, coverage, audits, closed } = health;
  return (
    <div className="flex flex-col gap-4">
      <PolicyCard health={health} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat
          label="Precision of would-close"
          value={percent(precision.share, 2)}
          note={boundText(precision, 'verdicts')}
        />
        <Stat
          label="Coverage"
          value={percent(coverage.share)}
          note={
            coverage.n === 0
              ? 'No verdicts yet'
              : `of ${coverage.n.toLocaleString('en')} alerts that got a verdict`
          }
        />
        <Stat
          label="Audits agreed"
          value={percent(audits.share, 2)}
          note={boundText(audits, 'audits')}
        />
        <Stat
          label="Closed by itself"
          value={closed.n}
          note={`${closed.overturned.toLocaleString('en')} taken back`}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <CalibrationChart
          bins={health.calibration}
          empty="Verdicts that people give after the engine has spoken show here how well it ranks."
        />
        <DecidedCard health={health} />
      </div>
      <PointsCard points={health.points} />
      <Card title="History" note="Who switched what, and why">
        <RecordHistory resource="automation_policy" id="policy" labels={POLICY_FIELDS} />
      </Card>
      <p className="text-xs text-fg-muted">
        Bounds are by Clopper and Pearson, one-sided, at 95 % confidence. Engine {health.version}
        {health.isBehind ? '; it is still deciding about new alerts.' : '.'}
      </p>
    </div>
  );
}

function DecidedCard({ health }: { health: AutomationHealth }) {
  return (
    <Card title="Open alerts" note="By what the engine decided">
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 text-sm">
        {DECISIONS.map((decision) => (
          <div key={decision} className="contents">
            <dt className="text-fg-muted">{DECISION_LABELS[decision]}</dt>
            <dd className="text-right text-fg tabular-nums">
              {(health.decided[decision] ?? 0).toLocaleString('en')}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
