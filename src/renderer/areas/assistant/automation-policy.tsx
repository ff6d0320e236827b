import { Gauge, Power, PowerOff } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import {
  type AutomationHealth,
  automationContract,
  DAILY_CAP_MAX,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAutomationCall } from './automation.queries.ts';
import { StateBadge } from './automation-words.tsx';

const POLICY_TEXTS = {
  SHADOW: 'Nothing is closed by itself: the engine only says what it would have closed.',
  ON: 'Alerts of patterns that are switched on are closed by themselves. Each closing can be undone.',
  TRIPPED: 'Two errors were confirmed: nothing is closed by itself until it is switched on again.',
} as const;

/** Whether anything is closed by itself, how much of it a day, and since when. */
export function PolicyCard({ health: { policy } }: { health: AutomationHealth }) {
  const mayManage = useMay('workspace.manage');
  const [isAsking, setIsAsking] = useState(false);
  const [isCapping, setIsCapping] = useState(false);
  const isOn = policy.state === 'ON';
  const set = useAutomationCall(
    (client, reason: string) =>
      client.call(automationContract.setPolicy, {
        body: { state: isOn ? 'SHADOW' : 'ON', reason },
      }),
    ({ state }) => (state === 'ON' ? 'Automation is on.' : 'Automation is in shadow.'),
  );
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Automation <StateBadge state={policy.state} />
        </span>
      }
      actions={
        mayManage && (
          <div className="flex flex-wrap gap-2">
            {policy.state !== 'TRIPPED' && (
              <Button icon={<Gauge aria-hidden />} onClick={() => setIsCapping(true)}>
                Change daily cap
              </Button>
            )}
            <Button
              variant={isOn ? 'secondary' : 'primary'}
              icon={isOn ? <PowerOff aria-hidden /> : <Power aria-hidden />}
              onClick={() => setIsAsking(true)}
            >
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
          </div>
        )
      }
    >
      <p className="text-fg">{POLICY_TEXTS[policy.state]}</p>
      <p className="mt-1 text-xs text-fg-muted">
        At most {policy.dailyCap.toLocaleString('en')} closings of a pattern a day. Five in a
        hundred are drawn for audit.
        {policy.changedAt !== null && (
          <>
            {' '}
            Last changed <DateTime value={policy.changedAt} />
            {policy.changedByName !== null && (
              <>
                {' by '}
                <Untrusted text={policy.changedByName} max={80} expand="none" />
              </>
            )}
            {policy.reason !== null && (
              <>
                {': '}
                <Untrusted text={policy.reason} max={300} />
              </>
            )}
          </>
        )}
      </p>
      {isCapping && <CapDialog policy={policy} onClose={() => setIsCapping(false)} />}
      {isAsking && (
        <ReasonDialog
          title={isOn ? 'Switch automation off' : 'Switch automation on'}
          description={
            isOn
              ? 'The engine goes on in shadow. What it closed stays as it is.'
              : 'Only patterns that are switched on themselves close anything.'
          }
          label={isOn ? 'Switch off' : 'Switch on'}
          pendingLabel="Saving..."
          isPending={set.isPending}
          onClose={() => setIsAsking(false)}
          onReason={(reason) => set.mutate(reason, { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </Card>
  );
}

type Policy = AutomationHealth['policy'];
const REASON_MAX = 1000;

/** How many of one pattern may be closed by itself within a day. */
function CapDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const formId = useId();
  const [cap, setCap] = useState(String(policy.dailyCap));
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ cap?: string | undefined; reason?: string | undefined }>(
    {},
  );
  const save = useAutomationCall(
    (client, dailyCap: number) =>
      client.call(automationContract.setPolicy, {
        body: { state: policy.state === 'ON' ? 'ON' : 'SHADOW', dailyCap, reason: reason.trim() },
      }),
    ({ dailyCap }) => `At most ${dailyCap.toLocaleString('en')} closings of a pattern a day.`,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(cap);
    const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= DAILY_CAP_MAX;
    const found = {
      cap: isValid
        ? undefined
        : `Daily cap must be between 1 and ${DAILY_CAP_MAX.toLocaleString('en')}`,
      reason: reason.trim() ? undefined : 'Reason is required',
    };
    setErrors(found);
    if (!found.cap && !found.reason) save.mutate(wanted, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change daily cap"
      description="What is above it waits for a person, or for the next day."
      size="sm"
      isDirty={cap !== String(policy.dailyCap) || reason.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Save"
          pendingLabel="Saving..."
          isPending={save.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Closings of a pattern a day" isRequired error={errors.cap}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={DAILY_CAP_MAX}
              value={cap}
              onChange={(event) => setCap(event.target.value)}
            />
          )}
        </Field>
        <Field label="Reason" isRequired error={errors.reason}>
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
