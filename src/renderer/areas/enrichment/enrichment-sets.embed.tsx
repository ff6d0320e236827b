import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { ageText, isOld } from '../../../shared/areas/enrichment/age.rules.ts';
import {
  ENRICHMENT_LABELS,
  type EnrichmentSet,
  enrichmentContract,
} from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useNow } from '../../ui/use-now.ts';
import { setsQuery } from './enrichment.queries.ts';
import { ImportSetDialog } from './import-set-dialog.tsx';
import { useEnrichmentCall } from './use-enrichment-call.ts';

/** Files that tell of addresses and vulnerabilities: what is here, of whom, how old. */
export function EnrichmentSetsCard() {
  const mayManage = useMay('integrations.manage');
  const query = useQuery(setsQuery(useClient()));
  const [isImporting, setImporting] = useState(false);
  return (
    <Card
      title="Offline enrichment"
      note="Imported files tell of addresses and vulnerabilities. Nobody is asked, also while this machine is isolated."
      actions={
        mayManage && (
          <Button icon={<Upload aria-hidden />} onClick={() => setImporting(true)}>
            Import file
          </Button>
        )
      }
    >
      <Loaded query={query} failed="The imported sets could not be loaded">
        {(sets) =>
          sets.length === 0 ? (
            <EmptyState
              title="No sets"
              text="Import CISA's catalogue of exploited vulnerabilities, or tables of networks (ASN) and places as CSV or .mmdb."
            />
          ) : (
            <ul aria-label="Imported sets" className="flex flex-col divide-y divide-line">
              {sets.map((set) => (
                <Row key={set.id} set={set} mayManage={mayManage} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isImporting && <ImportSetDialog onClose={() => setImporting(false)} />}
    </Card>
  );
}

function Row({ set, mayManage }: { set: EnrichmentSet; mayManage: boolean }) {
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const remove = useEnrichmentCall(
    (client, id: string) => client.call(enrichmentContract.remove, { params: { id } }),
    { done: 'Set removed', failed: 'The set could not be removed' },
  );
  const unit = set.kind === 'kev' ? 'vulnerabilities' : 'ranges';
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium text-fg">{ENRICHMENT_LABELS[set.kind]}</span>
          <Badge tone={isOld(set.kind, set.date, now) ? 'warn' : 'neutral'}>
            {ageText(set.date, now)}
          </Badge>
          <span className="min-w-0 text-fg-muted">
            <Untrusted text={set.source} max={120} expand="none" />
          </span>
        </span>
        <span className="text-xs text-fg-muted">
          <Untrusted text={set.name} max={120} expand="none" />, {set.entries.toLocaleString()}{' '}
          {unit}
          {set.rejected > 0 && `, ${set.rejected.toLocaleString()} rejected`}
          {set.date !== null && `, of ${set.date}${set.dateFrom === 'person' ? ' (as typed)' : ''}`}
          , imported <DateTime value={set.importedAt} />
          {set.licence !== '' && (
            <>
              . Licence: <Untrusted text={set.licence} max={120} expand="none" />
            </>
          )}
        </span>
        {set.reasons.length > 0 && (
          <span className="text-xs text-fg-muted">
            Rejected:{' '}
            {set.reasons.map(({ text, count }) => `${count.toLocaleString()} ${text}`).join('; ')}
          </span>
        )}
      </span>
      {mayManage && (
        <Button
          size="sm"
          variant="ghost"
          label={`Remove ${set.name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          title="Remove set"
          text={
            <>
              <Untrusted text={set.name} max={120} expand="none" /> is removed from this
              workstation.
            </>
          }
          confirmLabel="Remove"
          tone="destructive"
          onConfirm={() => remove.mutate(set.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
