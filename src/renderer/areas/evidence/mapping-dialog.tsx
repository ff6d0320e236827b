import { useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Evidence } from '../../../shared/areas/evidence/evidence.contract.ts';
import { VALIDITY_LABELS } from '../../../shared/areas/evidence/evidence.rules.ts';
import type { MappedControl } from '../../../shared/areas/evidence/mappings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { EvidencePicker } from './evidence-picker.tsx';
import { evidenceOfControlQuery, useLinkEvidence } from './mappings.queries.ts';

const FORM_ID = 'link-evidence';

interface MappingDialogProps {
  control: MappedControl;
  onClose: () => void;
}

/** The evidence of one control, and what can be linked to it. */
export function MappingDialog({ control, onClose }: MappingDialogProps) {
  const linked = useQuery(evidenceOfControlQuery(useClient(), control.id));
  const mayWrite = useMay('evidence.write');
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${control.controlId} ${control.title}`}
      description={control.framework}
      size="lg"
    >
      <div className="flex flex-col gap-5">
        <section aria-label="Linked evidence">
          <h3 className="mb-1 text-sm font-semibold text-fg">Linked evidence</h3>
          {linked.isPending && <Skeleton className="h-16 w-full" />}
          {linked.data?.length === 0 && (
            <p className="text-fg-muted">Nothing proves this control yet.</p>
          )}
          <ul className="flex flex-col divide-y divide-line">
            {linked.data?.map((evidence) => (
              <LinkedRow
                key={evidence.id}
                evidence={evidence}
                controlId={control.id}
                mayUnlink={mayWrite}
              />
            ))}
          </ul>
        </section>
        {mayWrite && (
          <LinkForm controlId={control.id} linked={linked.data?.map(({ id }) => id) ?? []} />
        )}
        <Link
          to={`/compliance?tab=controls&control=${control.id}`}
          className="self-start text-accent-text hover:underline"
        >
          Open the control
        </Link>
      </div>
    </Dialog>
  );
}

interface LinkedRowProps {
  evidence: Evidence;
  controlId: string;
  mayUnlink: boolean;
}

function LinkedRow({ evidence, controlId, mayUnlink }: LinkedRowProps) {
  const link = useLinkEvidence();
  const fail = useErrorToast();
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Link
        to={`/evidence?evidence=${evidence.id}`}
        className="min-w-0 flex-1 truncate text-accent-text hover:underline"
      >
        <Untrusted text={evidence.title} max={120} expand="none" />
      </Link>
      <Badge tone={evidence.isValid ? 'ok' : 'neutral'}>{VALIDITY_LABELS[evidence.validity]}</Badge>
      {mayUnlink && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Unlink aria-hidden />}
          label={`Unlink ${evidence.title}`}
          disabled={link.isPending}
          onClick={() =>
            link.mutate({ evidenceId: evidence.id, controlId, isLinked: false }, { onError: fail })
          }
        />
      )}
    </li>
  );
}

function LinkForm({ controlId, linked }: { controlId: string; linked: readonly string[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  const link = useLinkEvidence();
  const fail = useErrorToast();
  const { toast } = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return setError('Choose evidence');
    link.mutate(
      { evidenceId: chosen, controlId, isLinked: true },
      {
        onSuccess: () => {
          setChosen(null);
          toast({ title: 'Success', description: 'Evidence linked' });
        },
        onError: fail,
      },
    );
  };
  return (
    <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EvidencePicker
        chosen={chosen}
        leftOut={linked}
        error={error}
        onChoose={({ id }) => {
          setChosen(id);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" disabled={link.isPending} className="self-end">
        {link.isPending ? 'Linking...' : 'Link evidence'}
      </Button>
    </form>
  );
}
