import { LockKeyhole, PencilLine, Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { CASE_VERDICTS, type CaseVerdict } from '../../../shared/areas/assistant/agent.types.ts';
import {
  type InvestigationDetail,
  investigationsContract,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_LIMITS,
  type ReportFormat,
  VERDICT_WORDS,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
import { Select } from '../../ui/select.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ShareButton } from '../exchange/exchange.embed.tsx';
import { useInvestigationCall } from './forensics.queries.ts';
import { RenameInvestigation } from './rename-investigation.tsx';
import { RestrictDialog } from './restricted/restrict-dialog.tsx';

interface ActionsProps {
  investigation: InvestigationDetail;
  onGone: () => void;
}

/** What can be done with an investigation as a whole. */
export function InvestigationActions({ investigation: one, onGone }: ActionsProps) {
  const mayWrite = useMay('forensics.write');
  const [asking, setAsking] = useState<'close' | 'rename' | 'remove' | 'restrict' | null>(null);
  const { id, run, closedAt } = one;
  const isRunning = run?.state === 'RUNNING';
  const isOpen = closedAt === null;
  const canResume =
    run !== null &&
    (run.state === 'CANCELLED' || run.state === 'INTERRUPTED' || run.state === 'FAILED');
  const begin = useInvestigationCall(
    (client, isAnew: boolean) =>
      client.call(investigationsContract.run, { params: { id }, body: { isAnew } }),
    null,
  );
  const cancel = useInvestigationCall(
    (client, _: null) => client.call(investigationsContract.cancel, { params: { id } }),
    'Investigation cancelled',
  );
  const remove = useInvestigationCall(
    (client, _: null) => client.call(investigationsContract.remove, { params: { id } }),
    'Investigation deleted',
  );
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-1.5">
      <ReportMenu investigation={one} />
      <ShareButton size="sm" subject={{ type: 'investigation', id }} title={one.title} />
      {mayWrite && isRunning && (
        <Button
          size="sm"
          icon={<Square aria-hidden />}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(null)}
        >
          Cancel run
        </Button>
      )}
      {mayWrite && isOpen && !isRunning && (
        <>
          {canResume && (
            <Button
              size="sm"
              variant="primary"
              icon={<Play aria-hidden />}
              disabled={begin.isPending}
              onClick={() => begin.mutate(false)}
            >
              {run?.state === 'FAILED' ? 'Retry' : 'Resume'}
            </Button>
          )}
          <Button
            size="sm"
            icon={run === null ? <Play aria-hidden /> : <RotateCcw aria-hidden />}
            disabled={begin.isPending}
            onClick={() => begin.mutate(true)}
          >
            {run === null ? 'Run' : 'Run anew'}
          </Button>
          <Button size="sm" onClick={() => setAsking('close')}>
            Close
          </Button>
          <Button size="sm" icon={<PencilLine aria-hidden />} onClick={() => setAsking('rename')}>
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            label="Delete investigation"
            icon={<Trash2 aria-hidden />}
            onClick={() => setAsking('remove')}
          />
        </>
      )}
      {mayWrite && (
        <Button size="sm" icon={<LockKeyhole aria-hidden />} onClick={() => setAsking('restrict')}>
          Restrict
        </Button>
      )}
      {asking === 'restrict' && <RestrictDialog id={id} onClose={close} />}
      {asking === 'close' && <CloseDialog investigation={one} onClose={close} />}
      {asking === 'rename' && <RenameInvestigation investigation={one} onClose={close} />}
      <ConfirmDialog
        open={asking === 'remove'}
        onClose={close}
        title="Delete this investigation?"
        text="It and its indicators leave every list. The audit log keeps that it was there."
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          close();
          remove.mutate(null, { onSuccess: onGone });
        }}
      />
    </div>
  );
}

const FORMATS: readonly (readonly [ReportFormat, string])[] = [
  ['md', 'Markdown'],
  ['pdf', 'PDF'],
  ['docx', 'Word'],
];

function ReportMenu({ investigation: { id, incidentId } }: { investigation: InvestigationDetail }) {
  const host = useHost();
  const fail = useErrorToast();
  const name = incidentId.replace(/[^\w-]+/g, '-').slice(0, 40);
  return (
    <SaveMenu
      size="sm"
      label="Report"
      formats={FORMATS}
      onSave={(format) => {
        const query = { format };
        const path = endpointPath(investigationsContract.report, { params: { id }, query });
        void host.saveAs(path, `watchfloor-investigation-${name}.${format}`).catch(fail);
      }}
    />
  );
}

function CloseDialog({
  investigation: one,
  onClose,
}: {
  investigation: InvestigationDetail;
  onClose: () => void;
}) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [verdict, setVerdict] = useState<CaseVerdict>(one.verdict ?? 'undetermined');
  const [error, setError] = useState<string | undefined>();
  const end = useInvestigationCall(
    (client, body: { reason: string; verdict: CaseVerdict }) =>
      client.call(investigationsContract.close, { params: { id: one.id }, body }),
    'Investigation closed',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Reason is required');
    end.mutate({ reason: reason.trim(), verdict }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Close this investigation"
      description="Timeline, findings and verdict are frozen as evidence with their hash; nothing of it is changed any more."
      size="sm"
      isDirty={reason.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Close investigation"
          pendingLabel="Closing..."
          isPending={end.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Verdict" isRequired>
          {(control) => (
            <Select
              {...control}
              value={verdict}
              options={CASE_VERDICTS.map((value) => ({ value, label: VERDICT_WORDS[value] }))}
              onValueChange={setVerdict}
            />
          )}
        </Field>
        <Field label="Reason" isRequired error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={reason}
              maxLength={INVESTIGATION_LIMITS.reason}
              onChange={(event) => {
                setReason(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
