import { Check, Circle, LoaderCircle } from 'lucide-react';
import type {
  InvestigationDetail,
  InvestigationStepState,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import { DateTime } from '../../ui/date-time.tsx';

/** The steps of the last run, with what each found. */
export function InvestigationRun({ investigation }: { investigation: InvestigationDetail }) {
  const { steps, tools } = investigation;
  return (
    <div className="flex flex-col gap-4">
      {steps.length === 0 ? (
        <p className="text-fg-muted">The engine has not run on this workstation.</p>
      ) : (
        <ol aria-label="Steps" className="flex flex-col">
          {steps.map((step) => (
            <li
              key={step.step}
              className="flex items-center gap-3 border-t border-line py-2 first:border-t-0"
            >
              <StepMark state={step.state} />
              <span className="min-w-0 flex-1 text-fg">{step.label}</span>
              <span className="text-fg-muted tabular-nums">{step.note}</span>
              <span className="w-28 text-right text-xs text-fg-muted">
                {step.finishedAt !== null && <DateTime value={step.finishedAt} />}
              </span>
            </li>
          ))}
        </ol>
      )}
      {tools.length > 0 && (
        <p className="text-fg-muted">Tools: {tools.map(({ name }) => name).join(', ')}</p>
      )}
    </div>
  );
}

function StepMark({ state }: Pick<InvestigationStepState, 'state'>) {
  if (state === 'done') return <Check aria-label="Done" className="size-4 text-ok" />;
  if (state === 'running')
    return (
      <LoaderCircle
        aria-label="Running"
        className="size-4 animate-spin text-accent-text motion-reduce:animate-none"
      />
    );
  return <Circle aria-label="Waiting" className="size-4 text-fg-faint" />;
}
