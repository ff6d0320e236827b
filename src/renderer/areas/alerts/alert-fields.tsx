import type { ReactNode } from 'react';
import type { Alert, TimeBasis } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { useMay } from '../../api/session.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { EntityPageLink } from '../entities/entities.embed.tsx';
import { AlertInvestigation, AlertProof } from '../forensics/forensics.embed.tsx';
import { PaneSection } from './pane-section.tsx';

const TIME_BASIS_NOTES: Record<TimeBasis, string | null> = {
  recorded: null,
  'assumed-utc': 'The source wrote no time zone; read as UTC.',
  'chosen-zone': 'The source wrote no time zone; read in the zone chosen at import.',
  received: 'The source wrote no time; this is when it was received.',
};

interface AlertFieldsProps {
  alert: Alert;
  /** The name of the account that the alert is assigned to. */
  nameOf: (accountId: string) => string;
}

/** Every field of an alert. */
export function AlertFields({ alert, nameOf }: AlertFieldsProps) {
  const basis = TIME_BASIS_NOTES[alert.timeBasis];
  const mayForensics = useMay('forensics.read');
  return (
    <PaneSection title="Details">
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Row name="Created">
          <DateTime value={alert.createdAt} mode="local" className="tabular-nums" />
          {basis && <span className="block text-xs text-warn">{basis}</span>}
        </Row>
        <Text name="Source" text={alert.source} />
        <Text name="Detector" text={alert.detector} />
        <Text name="Category" text={alert.category} />
        <Row name="Techniques">
          {alert.techniques.length === 0 ? null : (
            <span className="font-mono text-xs">
              <Untrusted text={alert.techniques.join(', ')} max={300} />
            </span>
          )}
        </Row>
        <Text name="Host" text={alert.sourceHost} mono entity="host" />
        <Text name="User" text={alert.sourceUser} mono entity="user" />
        <Text name="Source IP" text={alert.sourceIp} mono entity="address" />
        <Text name="Destination IP" text={alert.destIp} mono entity="address" />
        <Row name="Assigned to">
          {alert.assignedTo === null ? (
            <span className="text-fg-muted">Nobody</span>
          ) : (
            <Untrusted text={nameOf(alert.assignedTo)} />
          )}
        </Row>
        <Row name="Escalated">{alert.escalated ? 'Yes' : 'No'}</Row>
        <Row name="False positive">{alert.falsePositive ? 'Yes' : 'No'}</Row>
        <Row name="AI investigation">
          <AlertInvestigation found={alert.aiInvestigation} />
        </Row>
        {mayForensics && (
          <Row name="Detection rule">
            <AlertProof alertId={alert.id} />
          </Row>
        )}
        <Row name="Received">
          <DateTime value={alert.receivedAt} mode="local" className="tabular-nums" />
        </Row>
        <Row name="Updated">
          <DateTime value={alert.updatedAt} mode="local" className="tabular-nums" />
        </Row>
        <Row name="Resolved">
          {alert.resolvedAt && (
            <DateTime value={alert.resolvedAt} mode="local" className="tabular-nums" />
          )}
        </Row>
        <Text name="Import" text={alert.importId} mono />
        <Text name="Id" text={alert.id} mono />
      </dl>
    </PaneSection>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 text-fg">
        {children || (
          <>
            <span aria-hidden className="text-fg-faint">
              —
            </span>
            <span className="sr-only">None</span>
          </>
        )}
      </dd>
    </>
  );
}

interface TextProps {
  name: string;
  text: string | null;
  mono?: boolean;
  /** Where the value is an entity: its kind, for the way to its page. */
  entity?: EntityKind;
}

function Text({ name, text, mono = false, entity }: TextProps) {
  return (
    <Row name={name}>
      {text && (
        <>
          <span className={mono ? 'font-mono text-xs' : undefined}>
            <Untrusted text={text} max={300} />
          </span>
          {entity && <EntityPageLink kind={entity} value={text} />}
        </>
      )}
    </Row>
  );
}
