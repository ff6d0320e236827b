import type { ReactNode } from 'react';
import type { RiskDetail } from '../../../shared/areas/risk/risks.contract.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RiskPart } from './risk-part.tsx';
import { monthsText } from './risks.text.ts';

const text = (value: string | null): ReactNode =>
  value === null ? <NoFigure /> : <Untrusted text={value} max={1000} newlines="keep" />;

function factsOf(risk: RiskDetail): readonly (readonly [string, ReactNode])[] {
  return [
    ['Owner', text(risk.ownerName)],
    ['Target date', text(risk.targetDate)],
    [
      'Review cadence',
      risk.reviewMonths === null ? 'No regular review' : `Every ${monthsText(risk.reviewMonths)}`,
    ],
    ['Last review', text(risk.lastReview)],
    ['Next review', text(risk.nextReview)],
    ...(risk.acceptedBy === null
      ? []
      : ([
          ['Accepted by', text(risk.acceptedByName)],
          ['Accepted on', text(risk.acceptedOn)],
          ['Accepted until', text(risk.expiresOn)],
          ['Why accepted', text(risk.acceptedReason)],
        ] as const)),
    ...(risk.transferredTo === null
      ? []
      : ([
          ['Transferred to', text(risk.transferredTo)],
          ['Why transferred', text(risk.transferReason)],
        ] as const)),
    ['Recorded', <DateTime key="recorded" value={risk.createdAt} mode="local" />],
    ['Changed', <DateTime key="changed" value={risk.updatedAt} mode="local" />],
  ];
}

export function RiskFacts({ risk }: { risk: RiskDetail }) {
  return (
    <RiskPart title="Facts">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {factsOf(risk).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </RiskPart>
  );
}
