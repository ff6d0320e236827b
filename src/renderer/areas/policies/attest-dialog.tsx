import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import {
  type AttestationText,
  attestationCalls,
  type NewAttestation,
} from '../../../shared/areas/policies/attestations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { attestationTextQuery } from './attestations.queries.ts';
import { usePolicyCall } from './policies.queries.ts';
import { Hash } from './policy-part.tsx';
import { PolicyText } from './policy-text.tsx';

interface AttestDialogProps {
  policyId: string;
  onClose: () => void;
}

/** The text in force, to be read to its end and then confirmed. */
export function AttestDialog({ policyId, onClose }: AttestDialogProps) {
  const found = useQuery({ ...attestationTextQuery(useClient(), policyId), staleTime: 0 });
  const [hasRead, setHasRead] = useState(false);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const text = found.data;
  const shown = text && (
    <>
      Version {text.version}
      {text.due !== null && ` · attest by ${text.due}`}
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={text ? text.title : 'Read and attest'}
      description={shown ?? 'The text in force'}
      size="lg"
      footer={
        <Buttons
          policyId={policyId}
          text={text}
          isReady={hasRead && isConfirmed}
          onDone={onClose}
        />
      }
    >
      {found.isError ? (
        <ErrorState
          title="This policy cannot be attested"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : text ? (
        <div className="flex flex-col gap-3">
          {/* Another version begins anew. */}
          <Reading key={text.versionId} onEnd={() => setHasRead(true)}>
            <PolicyText markdown={text.content} />
          </Reading>
          <Confirmation
            text={text}
            hasRead={hasRead}
            isConfirmed={isConfirmed}
            onChange={setIsConfirmed}
          />
        </div>
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

/** Says when its end came into view. */
function Reading({ onEnd, children }: { onEnd: () => void; children: ReactNode }) {
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          onEnd();
        },
        { root: element.closest('section') },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [onEnd],
  );
  return (
    <ScrollRegion
      label="Text of the policy"
      className="h-[46vh] rounded-md border border-line bg-sunken px-4 py-3"
    >
      {children}
      <div ref={end} className="h-px" />
    </ScrollRegion>
  );
}

interface ConfirmationProps {
  text: AttestationText;
  hasRead: boolean;
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

function Confirmation({ text, hasRead, isConfirmed, onChange }: ConfirmationProps) {
  const id = useId();
  const mayAttest = useMay('policies.attest');
  if (text.attestedAt !== null)
    return (
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="ok" icon={<BadgeCheck aria-hidden />}>
          Attested
        </Badge>
        <span className="text-fg-muted">
          <DateTime value={text.attestedAt} mode="local" />: <Untrusted text={text.statement} />
        </span>
      </p>
    );
  if (!mayAttest) return <p className="text-fg-muted">Your role reads policies only.</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <input
          id={id}
          type="checkbox"
          className="mt-1 size-4 accent-(--color-accent)"
          checked={isConfirmed}
          disabled={!hasRead}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id} className="text-fg">
          <Untrusted text={text.statement} expand="none" />
        </label>
      </div>
      <p id={`${id}-note`} role="status" className="text-xs text-fg-muted">
        {hasRead
          ? 'What is kept: your account, the version, the hash of this text, the time and these words.'
          : 'Read the text to its end, then confirm.'}
      </p>
      <Hash value={text.sha256} label="Copy the hash of the text" />
    </div>
  );
}

interface ButtonsProps {
  policyId: string;
  text: AttestationText | undefined;
  isReady: boolean;
  onDone: () => void;
}

function Buttons({ policyId, text, isReady, onDone }: ButtonsProps) {
  const requestClose = useDialogClose();
  const mayAttest = useMay('policies.attest');
  const attest = usePolicyCall(
    (client, body: NewAttestation) =>
      client.call(attestationCalls.attest, { params: { id: policyId }, body }),
    { done: 'Policy attested', failed: 'Failed to attest' },
  );
  const isOpen = mayAttest && text !== undefined && text.attestedAt === null;
  return (
    <>
      <Button onClick={requestClose}>{isOpen ? 'Cancel' : 'Close'}</Button>
      {isOpen && (
        <Button
          variant="primary"
          disabled={!isReady || attest.isPending}
          onClick={() =>
            attest.mutate(
              { versionId: text.versionId, sha256: text.sha256, hasRead: true },
              { onSuccess: onDone },
            )
          }
        >
          {attest.isPending ? 'Attesting...' : 'Attest'}
        </Button>
      )}
    </>
  );
}
