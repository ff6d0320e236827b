import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InvitationPreview } from '../../../shared/areas/sync/joining.contract.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

/** What an invitation says of itself, before it is used. */
export function InvitationFacts({ preview }: { preview: InvitationPreview }) {
  const { workspace, person, server, transport, invitedBy, expiresAt, problem } = preview;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2">
        <Fact name="Workspace">
          <Untrusted text={workspace.name} max={120} expand="none" />
        </Fact>
        <Fact name="For">
          <Untrusted text={person.name} max={120} expand="none" />
          {' · '}
          <Untrusted text={person.email} max={120} expand="none" /> · {person.role}
        </Fact>
        <Fact name="Server">
          <Untrusted text={server} max={200} expand="none" />
          {transport === 'tls' ? ', by TLS' : ', on this machine, without TLS'}
        </Fact>
        {invitedBy !== null && (
          <Fact name="Invited by">
            <Untrusted text={invitedBy} max={120} expand="none" />
          </Fact>
        )}
        <Fact name="Can be used until">
          <DateTime value={expiresAt} mode="local" />
        </Fact>
      </dl>
      {problem !== null && (
        <p
          role="alert"
          className="flex gap-2.5 rounded-md border border-bad-mark/50 bg-bad-soft p-3 text-fg"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          <Untrusted text={problem} max={500} />
        </p>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
