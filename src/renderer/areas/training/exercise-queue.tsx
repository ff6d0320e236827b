import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS, statusLabel } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { Exercise, ExerciseAlert } from '../../../shared/areas/training/training.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { CloseAlertDialog } from './close-alert-dialog.tsx';

/** The alerts to decide about, as they are now; each leads to the desk. */
export function ExerciseQueue({ exercise }: { exercise: Exercise }) {
  const [closing, setClosing] = useState<ExerciseAlert | null>(null);
  const isOpen = exercise.attempt?.state === 'RUNNING' && exercise.mayTake;
  const decided = exercise.alerts.filter(({ status }) => status !== 'OPEN').length;
  return (
    <Card
      title="The queue"
      note={`${decided} of ${exercise.alerts.length} taken up`}
      bodyClassName="p-0"
    >
      <ul>
        {exercise.alerts.map((alert) => (
          <li
            key={alert.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <div className="min-w-60 flex-1">
              <Link
                to={`/alerts?alert=${encodeURIComponent(alert.id)}`}
                className="font-medium text-fg underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                <Untrusted text={alert.title} expand="none" />
              </Link>
              <p className="text-xs text-fg-muted">
                <Untrusted text={placeText(alert)} expand="none" />
                {' · '}
                <DateTime value={alert.createdAt} />
              </p>
            </div>
            <Badge tone={SEVERITY_COLOURS[alert.severity]}>{SEVERITY_LABELS[alert.severity]}</Badge>
            <Badge>{statusLabel(alert.status)}</Badge>
            {alert.escalated && <Badge tone="warn">Escalated</Badge>}
            {isOpen && (alert.status === 'OPEN' || alert.status === 'IN_PROGRESS') && (
              <Button
                size="sm"
                label={`Close with a reason: ${alert.title}`}
                onClick={() => setClosing(alert)}
              >
                Close with a reason
              </Button>
            )}
          </li>
        ))}
      </ul>
      {closing && (
        <CloseAlertDialog
          exerciseKey={exercise.key}
          alert={closing}
          onClose={() => setClosing(null)}
        />
      )}
    </Card>
  );
}

/** A connection by its two ends: the host of its alert is the sensor. */
function placeText({ host, user, sourceIp, destIp }: ExerciseAlert): string {
  if (sourceIp !== null && destIp !== null && user === null) return `${sourceIp} to ${destIp}`;
  return [host, user].filter((part) => part !== null).join(', ');
}
