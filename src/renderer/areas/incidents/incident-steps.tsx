import { Lock, LockOpen, PencilLine, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  type IncidentDetail,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { BulkDialog } from '../alerts/alerts.embed.tsx';
import { NewInvestigationLink } from '../forensics/forensics.embed.tsx';
import { GROUP_ACTIONS, type GroupAction } from './group-actions.ts';
import { useIncidentCall } from './incidents.queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

interface IncidentStepsProps {
  incident: IncidentDetail;
  onMoved: (id: string) => void;
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
export function IncidentSteps({ incident, onMoved }: IncidentStepsProps) {
  const [asked, setAsked] = useState<Step | 'rename' | null>(null);
  const [action, setAction] = useState<GroupAction['id'] | null>(null);
  return (
    <div className="flex flex-wrap gap-1.5">
      {incident.active > 0 &&
        GROUP_ACTIONS.map(({ id, label }) => (
          <Button key={id} size="sm" onClick={() => setAction(id)}>
            {label}
          </Button>
        ))}
      <Button size="sm" icon={<PencilLine aria-hidden />} onClick={() => setAsked('rename')}>
        Rename
      </Button>
      <Button
        size="sm"
        icon={incident.isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
        onClick={() => setAsked(incident.isLocked ? 'unlock' : 'lock')}
      >
        {incident.isLocked ? 'Unlock' : 'Lock'}
      </Button>
      <NewInvestigationLink incident={incident.id} />
      {incident.isHeld && !incident.isLocked && incident.pinned > 0 && (
        <Button size="sm" icon={<Undo2 aria-hidden />} onClick={() => setAsked('release')}>
          Leave to linking
        </Button>
      )}
      {action !== null && (
        <Suspense>
          <BulkDialog
            action={action}
            of={{
              set: { filter: { query: `incident:${incident.id}` } },
              name: 'all alerts of this incident',
            }}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
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
