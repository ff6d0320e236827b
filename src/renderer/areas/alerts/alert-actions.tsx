import { Check, RotateCcw, ShieldOff, Telescope } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import { isActive, transitionsFrom } from '../../../shared/areas/alerts/alerts.rules.ts';
import { Button } from '../../ui/button.tsx';

const ICONS: Record<AlertTransition['action'], ReactNode> = {
  investigate: <Telescope aria-hidden />,
  resolve: <Check aria-hidden />,
  'false-positive': <ShieldOff aria-hidden />,
  reopen: <RotateCcw aria-hidden />,
};

interface AlertActionsProps {
  alert: Alert;
  isPending: boolean;
  /** In a `row` a closed alert has none; the `pane` offers to reopen it. */
  place: 'row' | 'pane';
  onTransition: (alert: Alert, action: AlertTransition['action']) => void;
}

/** The buttons that an alert's state allows. */
export function AlertActions({ alert, isPending, place, onTransition }: AlertActionsProps) {
  if (place === 'row' && !isActive(alert.status)) return null;
  return transitionsFrom(alert.status).map(({ action, label }, n) => (
    <Button
      key={action}
      size="sm"
      variant={n === 0 && place === 'pane' ? 'primary' : 'secondary'}
      // A list draws hundreds of these a second while it scrolls: words alone there.
      icon={place === 'pane' && ICONS[action]}
      disabled={isPending}
      onClick={() => onTransition(alert, action)}
    >
      {label}
    </Button>
  ));
}
