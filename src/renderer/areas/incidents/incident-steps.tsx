import { Lock, LockOpen, type LucideIcon, Network, PencilLine, Undo2 } from 'lucide-react';
import { useState } from 'react';
import {
  type IncidentDetail,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { NewInvestigationLink } from '../forensics/forensics.embed.tsx';
import { actionsOf, type GroupAction } from './group-actions.ts';
import { useIncidentCall } from './incidents.queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { useViewCommands } from './use-view-commands.ts';

interface IncidentStepsProps {
  incident: IncidentDetail;
  onMoved: (id: string) => void;
}

export interface ActsOnIncident {
  /** Something that is done with all of its alerts. */
  onAct: (action: GroupAction) => void;
}

const STEPS = {
  lock: {
    title: 'Lock this incident',
    description: 'Its groups stay, and nothing is added to it by itself until it is unlocked.',
    label: 'Lock',
    pendingLabel: 'Locking...',
    done: 'The incident is locked',
  },
  unlock: {
    title: 'Unlock this incident',
    description: 'Its groups stay, and linking may add others.',
    label: 'Unlock',
    pendingLabel: 'Unlocking...',
    done: 'The incident is unlocked',
  },
  release: {
    title: 'Leave this incident to linking',
    description: 'No group is held here by a person any more; linking says where each belongs.',
    label: 'Leave to linking',
    pendingLabel: 'Leaving...',
    done: 'The groups are left to linking',
  },
} as const;
type Step = keyof typeof STEPS;

/** What can be done to an incident as a whole. */
export function IncidentSteps({ incident, onMoved, onAct }: IncidentStepsProps & ActsOnIncident) {
  const [asked, setAsked] = useState<Step | 'rename' | null>(null);
  const actions = actionsOf(incident);
  const steps = stepsOf(incident);
  useViewCommands([
    ...actions.map((action) => ({
      id: `incidents.open-${action.id}`,
      title: `Open incident: ${action.label}`,
      words: 'this close all alerts',
      icon: Network,
      keys: action.keys,
      run: () => onAct(action),
    })),
    ...steps.map(({ step, label, icon }) => ({
      id: `incidents.open-${step}`,
      title: `Open incident: ${label}`,
      icon,
      run: () => setAsked(step),
    })),
  ]);
  return (
    <div className="flex flex-wrap gap-1.5">
      {actions.map((action) => (
        <Button key={action.id} size="sm" onClick={() => onAct(action)}>
          {action.label}
        </Button>
      ))}
      {steps.map(({ step, label, icon: Icon }) => (
        <Button key={step} size="sm" icon={<Icon aria-hidden />} onClick={() => setAsked(step)}>
          {label}
        </Button>
      ))}
      <NewInvestigationLink incident={incident.id} />
      {asked === 'rename' && (
        <RenameDialog incident={incident} onClose={() => setAsked(null)} onRenamed={onMoved} />
      )}
      {asked !== null && asked !== 'rename' && (
        <StepDialog
          key={asked}
          step={asked}
          incident={incident}
          onClose={() => setAsked(null)}
          onMoved={onMoved}
        />
      )}
    </div>
  );
}

interface OfferedStep {
  readonly step: Step | 'rename';
  readonly label: string;
  readonly icon: LucideIcon;
}

function stepsOf({ isLocked, isHeld, pinned }: IncidentDetail): OfferedStep[] {
  return [
    { step: 'rename', label: 'Rename', icon: PencilLine },
    isLocked
      ? { step: 'unlock', label: 'Unlock', icon: LockOpen }
      : { step: 'lock', label: 'Lock', icon: Lock },
    ...(isHeld && !isLocked && pinned > 0
      ? [{ step: 'release', label: 'Leave to linking', icon: Undo2 } as const]
      : []),
  ];
}

interface StepDialogProps extends IncidentStepsProps {
  step: Step;
  onClose: () => void;
}

function StepDialog({ step, incident, onClose, onMoved }: StepDialogProps) {
  const { done, ...texts } = STEPS[step];
  const { mutate, isPending } = useIncidentCall(async (client, reason: string) => {
    const call = { params: { id: incident.id }, body: { reason, baseRevision: incident.revision } };
    if (step === 'lock') return (await client.call(incidentsContract.lockIncident, call)).id;
    if (step === 'unlock') return (await client.call(incidentsContract.unlockIncident, call)).id;
    await client.call(incidentsContract.releaseIncident, call);
    return incident.id;
  }, done);
  return (
    <ReasonDialog
      {...texts}
      isPending={isPending}
      onClose={onClose}
      onReason={(reason) =>
        mutate(reason, {
          onSuccess: (id) => {
            onClose();
            onMoved(id);
          },
        })
      }
    />
  );
}
