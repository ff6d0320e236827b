import { Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  findReason,
  VERDICT_LABELS,
  type Verdict,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useDesk } from './desk-context.tsx';
import { evidenceLabel } from './disposition-form.ts';
import { PaneSection } from './pane-section.tsx';

const TONES: Record<Verdict, BadgeTone> = {
  TRUE_POSITIVE: 'bad',
  BENIGN_TRUE_POSITIVE: 'ok',
  FALSE_POSITIVE: 'neutral',
  UNDETERMINED: 'warn',
};

/** A record leads to where it is kept. */
function Tick({ tick }: { tick: string }) {
  const label = <Untrusted text={evidenceLabel(tick)} max={60} expand="none" />;
  const [kind, id = ''] = tick.split(/:(.*)/s);
  const to =
    kind === 'evidence'
      ? `/evidence?evidence=${encodeURIComponent(id)}`
      : kind === 'alert'
        ? `/alerts?alert=${encodeURIComponent(id)}`
        : null;
  if (to === null) return label;
  return (
    <Link to={to} className="text-accent-text hover:underline">
      {label}
    </Link>
  );
}

/** How a closed alert was closed. */
export function DispositionSection(props: { alert: Alert; nameOf: (id: string) => string }) {
  const { alert, nameOf } = props;
  const desk = useDesk();
  const mayWrite = useMay('alerts.write');
  if (isActive(alert.status)) return null;
  const { verdict, reasonCode, closingNote, closingEvidence, closedBy } = alert;
  const change = (
    <Button
      size="sm"
      icon={<Pencil aria-hidden />}
      onClick={() => desk.openDialog({ type: 'close', id: alert.id, to: null })}
    >
      {verdict === null ? 'Give verdict' : 'Change verdict'}
    </Button>
  );
  return (
    <PaneSection title="Verdict" actions={mayWrite && change}>
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2">
          {verdict === null ? (
            <span className="text-fg-muted">Closed without a verdict</span>
          ) : (
            <Badge tone={TONES[verdict]}>{VERDICT_LABELS[verdict]}</Badge>
          )}
          {reasonCode !== null && (
            <span className="text-fg">
              <Untrusted text={findReason(reasonCode)?.label ?? reasonCode} max={100} />
            </span>
          )}
          {closedBy !== null && (
            <span className="text-fg-muted">
              by <Untrusted text={nameOf(closedBy)} max={80} />
            </span>
          )}
        </p>
        {closingNote !== null && (
          <p className="text-fg">
            <Untrusted text={closingNote} max={2000} newlines="keep" />
          </p>
        )}
        {closingEvidence.length > 0 && (
          <ul aria-label="Evidence ticked" className="flex flex-wrap gap-1.5">
            {closingEvidence.map((tick) => (
              <li key={tick} className="max-w-full truncate rounded-sm bg-raised px-1.5 text-xs">
                <Tick tick={tick} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </PaneSection>
  );
}
