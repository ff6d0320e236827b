import { BrainCircuit, HeartPulse, Target } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AlertEngine } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Command } from '../../api/commands.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DECISION_LABELS } from './automation-words.tsx';

const ExplanationSection = lazy(async () => ({
  default: (await import('./explanation-section.tsx')).ExplanationSection,
}));

/** For the pane of an alert. */
export function AlertExplanation({ alertId }: { alertId: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <ExplanationSection alertId={alertId} />
    </Suspense>
  );
}

const TONES: Readonly<Record<AlertEngine['decision'], string>> = {
  escalate: 'text-critical',
  review: 'text-fg-muted',
  'likely-benign': 'text-ok',
  'auto-close': 'text-ok',
};

/** For a row of the desk: how suspicious, and what was decided, in a few characters. */
export function SuspicionMark({ engine }: { engine: AlertEngine | undefined }) {
  if (!engine) return null;
  const words = `${DECISION_LABELS[engine.decision]}, suspicion ${engine.suspicion} of 100`;
  return (
    <span
      title={words}
      className={cx(
        'inline-flex shrink-0 items-center gap-1 text-xs tabular-nums',
        TONES[engine.decision],
      )}
    >
      <Target aria-hidden className="size-3.5" />
      <span aria-hidden>{engine.suspicion}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** What can be done about the engine from anywhere. */
export function useAutomationCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'automation.health',
        title: 'Open Analyst Health',
        words: 'automation engine precision coverage calibration patterns audits',
        kind: 'action',
        icon: HeartPulse,
        needs: 'alerts.read',
        run: () => navigate('/automation'),
      },
      {
        id: 'automation.backtest',
        title: 'Backtest the engine on this desk',
        words: 'replay automation precision minutes saved',
        kind: 'action',
        icon: BrainCircuit,
        needs: 'alerts.read',
        run: () => navigate('/automation?tab=backtest'),
      },
    ],
    [navigate],
  );
}
