import { type ReactNode, useState } from 'react';
import type { ControlDetail } from '../../../shared/areas/compliance/controls.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlEditDialog } from './control-edit-dialog.tsx';
import { ControlSection } from './control-section.tsx';
import { shownDay } from './scores.day.ts';

interface ControlFactsProps {
  control: ControlDetail;
  nameOf: (accountId: string) => string;
}

/** Who owns it, how it is checked, when it is to be assessed again, whether it applies. */
export function ControlFacts({ control, nameOf }: ControlFactsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const mayWrite = useMay('compliance.write');
  const zone = useTimeZone();
  const day = (iso: string | null) => (iso === null ? <NoFigure /> : shownDay(iso, zone));
  const facts: [string, ReactNode][] = [
    ['Owner', control.owner === null ? <NoFigure key="-" /> : nameOf(control.owner)],
    ['Priority', SEVERITY_LABELS[control.priority]],
    ['Checked', control.isAutomated ? 'Automatically' : 'By hand'],
    [
      'Category',
      control.category ? <Untrusted key="c" text={control.category} /> : <NoFigure key="-" />,
    ],
    ['Last assessment', day(control.lastAssessment)],
    ['Next assessment', day(control.nextAssessment)],
    ['Weight in scores', control.weight],
    ['Changed', <DateTime key="t" value={control.updatedAt} />],
  ];
  return (
    <ControlSection
      title="Details"
      actions={
        mayWrite && (
          <Button size="sm" onClick={() => setIsEditing(true)}>
            Edit details
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-fg-muted">{name}</dt>
            <dd className="text-fg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {control.applicabilityReason && (
        <p className="mt-2 text-fg">
          <span className="text-fg-muted">
            {control.isApplicable ? 'Applies because: ' : 'Does not apply because: '}
          </span>
          <Untrusted text={control.applicabilityReason} newlines="keep" />
        </p>
      )}
      {isEditing && <ControlEditDialog control={control} onClose={() => setIsEditing(false)} />}
    </ControlSection>
  );
}
