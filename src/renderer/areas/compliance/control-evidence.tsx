import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type {
  ControlDetail,
  LinkedEvidence,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlSection } from './control-section.tsx';
import { useControlChange } from './controls.queries.ts';
import { shownDay } from './scores.day.ts';
import { useControlNotice } from './use-control-notice.ts';

const OFFERED = 20;

/** What proves the control, and whether it still does. */
export function ControlEvidence({ control }: { control: ControlDetail }) {
  const [isLinking, setIsLinking] = useState(false);
  const mayLink = useMay('evidence.write');
  return (
    <ControlSection
      title="Evidence"
      actions={
        mayLink && (
          <Button size="sm" onClick={() => setIsLinking(true)}>
            Link evidence
          </Button>
        )
      }
    >
      {control.evidence.length === 0 && (
        <p className="text-fg-muted">No evidence is linked to it.</p>
      )}
      <ul className="flex flex-col gap-1.5">
        {control.evidence.map((evidence) => (
          <EvidenceRow key={evidence.id} evidence={evidence} controlId={control.id} />
        ))}
      </ul>
      {isLinking && <LinkDialog control={control} onClose={() => setIsLinking(false)} />}
    </ControlSection>
  );
}

/** Valid, expired, or why else it proves nothing. */
function validityOf({ isValid, verdict }: LinkedEvidence): string {
  if (isValid) return 'Valid';
  if (verdict === 'PENDING') return 'Waits for review';
  return verdict === 'REJECTED' ? 'Rejected' : 'Expired';
}

function EvidenceRow({ evidence, controlId }: { evidence: LinkedEvidence; controlId: string }) {
  const mayLink = useMay('evidence.write');
  const zone = useTimeZone();
  const { succeed, fail } = useControlNotice();
  const unlink = useControlChange((client, id: string) =>
    client.call(evidenceContract.unlinkControl, { params: { id, controlId } }),
  );
  return (
    <li className="flex flex-wrap items-center gap-1.5">
      <Badge tone={evidence.isValid ? 'ok' : 'warn'}>{validityOf(evidence)}</Badge>
      <Link
        to={`/evidence?evidence=${evidence.id}`}
        className="min-w-0 text-accent-text underline underline-offset-2"
      >
        <Untrusted text={evidence.title} max={120} expand="none" />
      </Link>
      <span className="text-xs text-fg-muted">
        {evidence.type}
        {evidence.expirationDate && ` · until ${shownDay(evidence.expirationDate, zone)}`}
      </span>
      {mayLink && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto"
          disabled={unlink.isPending}
          onClick={() =>
            unlink.mutate(evidence.id, {
              onSuccess: () => succeed('Evidence unlinked'),
              onError: (error) => fail('Failed to unlink evidence', error),
            })
          }
        >
          Unlink
        </Button>
      )}
    </li>
  );
}

function LinkDialog({ control, onClose }: { control: ControlDetail; onClose: () => void }) {
  const client = useClient();
  const [text, setText] = useState('');
  const { data } = useQuery({
    queryKey: ['evidence', 'to-link', text],
    queryFn: () =>
      client.call(evidenceContract.list, { query: { q: text.trim(), limit: OFFERED } }),
    placeholderData: keepPreviousData,
  });
  const { succeed, fail } = useControlNotice();
  const link = useControlChange((caller, id: string) =>
    caller.call(evidenceContract.linkControl, { params: { id, controlId: control.id } }),
  );
  const known = new Set(control.evidence.map(({ id }) => id));
  const offered = data?.filter(({ id }) => !known.has(id)) ?? [];
  return (
    <Dialog open onClose={onClose} title={`Link evidence to ${control.controlId}`}>
      <Input
        type="search"
        value={text}
        aria-label="Search evidence"
        placeholder="Search evidence..."
        onChange={(event) => setText(event.target.value)}
      />
      {data && offered.length === 0 && (
        <p className="mt-3 text-fg-muted">No evidence found that is not linked already.</p>
      )}
      <ul className="mt-3 flex flex-col gap-1">
        {offered.map(({ id, title, type }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <Untrusted text={title} max={120} expand="none" />{' '}
              <span className="text-xs text-fg-muted">{type}</span>
            </span>
            <Button
              size="sm"
              label={`Link ${title}`}
              disabled={link.isPending}
              onClick={() =>
                link.mutate(id, {
                  onSuccess: () => {
                    onClose();
                    succeed('Evidence linked');
                  },
                  onError: (error) => fail('Failed to link evidence', error),
                })
              }
            >
              Link
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
