import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  ENTITY_KINDS,
  type EntityKind,
  type EntityProfile,
  type EntityRef,
} from '../../../shared/areas/entities/entities.contract.ts';
import { defanged, ENTITY_KIND_LABELS } from '../../../shared/areas/entities/entities.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { type Command, useCommand } from '../../api/commands.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { LocalFacts, lookUpValues } from '../enrichment/enrichment.embed.tsx';
import { NewInvestigationLink } from '../forensics/forensics.embed.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { deskLink } from './desk-link.ts';
import { markQuery, notesQuery, profileQuery } from './entities.queries.ts';
import { EntityActivity } from './entity-activity.tsx';
import { EntityAlerts } from './entity-alerts.tsx';
import { EntityFinder } from './entity-finder.tsx';
import { EntityLinksPart } from './entity-links.tsx';
import { EntityMarkDialog } from './entity-mark-dialog.tsx';
import { EntityNotes } from './entity-notes.tsx';
import { CriticalityBadge, EntityValue } from './entity-value.tsx';

const isKind = (text: string | null): text is EntityKind =>
  (ENTITY_KINDS as readonly (string | null)[]).includes(text);

/** `/entity?kind=host&value=web-01`: all that is known of it; without a value, the way to one. */
export function EntityScreen() {
  const [params] = useAddressParams();
  const kind = params.get('kind');
  const value = params.get('value')?.trim().slice(0, 1000) ?? '';
  const entity = useMemo(
    () => (isKind(kind) && value !== '' ? { kind, value } : null),
    [kind, value],
  );
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      {entity === null ? (
        <EntityFinder />
      ) : (
        <EntityPage key={`${entity.kind} ${entity.value}`} entity={entity} />
      )}
    </div>
  );
}

function EntityPage({ entity }: { entity: EntityRef }) {
  const profile = useQuery(profileQuery(useClient(), entity));
  return (
    <>
      <Head entity={entity} />
      {profile.isPending && <Skeleton className="h-72 w-full" />}
      {profile.isError && (
        <ErrorState
          title="This entity could not be loaded"
          error={profile.error}
          onRetry={() => void profile.refetch()}
          isRetrying={profile.isFetching}
        />
      )}
      {profile.data && <Known entity={entity} profile={profile.data} />}
    </>
  );
}

const MARK_COMMAND: Omit<Command, 'run'> = {
  id: 'entities.mark',
  title: 'Set criticality of this entity',
  words: 'critical asset known benign mark',
  kind: 'action',
  icon: ShieldAlert,
  needs: 'alerts.write',
};

function Head({ entity }: { entity: EntityRef }) {
  const mark = useQuery(markQuery(useClient(), entity));
  const mayWrite = useMay('alerts.write');
  const [isMarking, setMarking] = useState(false);
  useCommand(MARK_COMMAND, () => setMarking(true));
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight text-fg">
          <span className="text-fg-muted">{ENTITY_KIND_LABELS[entity.kind]}</span>
          <span className="min-w-0 break-all">
            <EntityValue {...entity} />
          </span>
          {mark.data && <CriticalityBadge criticality={mark.data.criticality} />}
        </h1>
        <p className="text-fg-muted">
          {mark.data?.reason && mark.data.criticality !== 'NORMAL' ? (
            <>
              <Untrusted text={mark.data.reason} max={200} />
              {' · '}
              <Untrusted text={mark.data.markedByName ?? 'Unknown account'} max={80} />{' '}
              <DateTime value={mark.data.markedAt} />
            </>
          ) : (
            'Everything that is known of it here'
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={entity.value} label="Copy value" />
        <NewInvestigationLink entity={entity} size="md" />
        {mayWrite && (
          <Button
            icon={<ShieldAlert aria-hidden />}
            disabled={!mark.data}
            onClick={() => setMarking(true)}
          >
            Set criticality
          </Button>
        )}
      </div>
      {isMarking && mark.data && (
        <EntityMarkDialog entity={entity} mark={mark.data} onClose={() => setMarking(false)} />
      )}
    </header>
  );
}

function Known({ entity, profile }: { entity: EntityRef; profile: EntityProfile }) {
  return (
    <>
      <Figures entity={entity} profile={profile} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <EntityActivity profile={profile} />
          <EntityAlerts entity={entity} />
          <EntityNotes entity={entity} />
          <HistoryCard entity={entity} profile={profile} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <LocalFacts
            values={lookUpValues([entity.value])}
            frame={(facts) => (
              <Card title="Local enrichment" note="As imported files have it">
                {facts}
              </Card>
            )}
          />
          <Facts profile={profile} />
          <EntityLinksPart entity={entity} />
        </div>
      </div>
    </>
  );
}

function Figures({ entity, profile }: { entity: EntityRef; profile: EntityProfile }) {
  const active = profile.byStatus.OPEN + profile.byStatus.IN_PROGRESS;
  const isPart = profile.counted < profile.alerts;
  const of = isPart ? `of its newest ${profile.counted.toLocaleString()}` : undefined;
  return (
    <section aria-label="Figures" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Alerts"
        value={profile.alerts}
        note={
          profile.isGathering
            ? 'still being gathered'
            : `in ${profile.groups.toLocaleString()} groups`
        }
        to={deskLink(entity)}
      />
      <Stat
        label="Open or in progress"
        value={isPart && active > 0 ? `${active.toLocaleString()} or more` : active}
        note={of}
      />
      <Stat
        label="First seen"
        value={profile.firstSeen?.slice(0, 10) ?? null}
        note={profile.firstSeen && <DateTime value={profile.firstSeen} />}
      />
      <Stat
        label="Last seen"
        value={profile.lastSeen?.slice(0, 10) ?? null}
        note={profile.lastSeen && <DateTime value={profile.lastSeen} />}
      />
    </section>
  );
}

function Facts({ profile }: { profile: EntityProfile }) {
  const isPart = profile.counted < profile.alerts;
  const { bySeverity, byStatus, techniques, spellings } = profile;
  return (
    <Card
      title="What its alerts say"
      note={
        isPart
          ? `Of the newest ${profile.counted.toLocaleString()} of ${profile.alerts.toLocaleString()} alerts`
          : 'Of all its alerts'
      }
    >
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <dt className="text-fg-muted">Severity</dt>
        <dd className="flex flex-wrap gap-1.5">
          <Badge tone="critical">{`${SEVERITY_LABELS.CRITICAL} ${bySeverity.CRITICAL.toLocaleString()}`}</Badge>
          <Badge tone="high">{`${SEVERITY_LABELS.HIGH} ${bySeverity.HIGH.toLocaleString()}`}</Badge>
          <Badge tone="medium">{`${SEVERITY_LABELS.MEDIUM} ${bySeverity.MEDIUM.toLocaleString()}`}</Badge>
          <Badge tone="low">{`${SEVERITY_LABELS.LOW} ${bySeverity.LOW.toLocaleString()}`}</Badge>
        </dd>
        <dt className="text-fg-muted">Status</dt>
        <dd className="flex flex-wrap gap-1.5">
          <Badge>{`Open ${byStatus.OPEN.toLocaleString()}`}</Badge>
          <Badge tone="accent">{`In progress ${byStatus.IN_PROGRESS.toLocaleString()}`}</Badge>
          <Badge tone="ok">{`Resolved ${byStatus.RESOLVED.toLocaleString()}`}</Badge>
          <Badge>{`False positive ${byStatus.FALSE_POSITIVE.toLocaleString()}`}</Badge>
        </dd>
        <dt className="text-fg-muted">ATT&CK</dt>
        <dd className="flex flex-wrap gap-1.5">
          {techniques.length === 0 && <span className="text-fg-muted">No technique is named.</span>}
          {techniques.map(({ technique, n }) => (
            <Badge key={technique}>
              <Untrusted text={technique} max={20} expand="none" />
              <span className="tabular-nums">{n.toLocaleString()}</span>
            </Badge>
          ))}
        </dd>
        {spellings.length > 1 && (
          <>
            <dt className="text-fg-muted">Written as</dt>
            <dd className="min-w-0 font-mono text-xs">
              <Untrusted
                text={spellings.map((value) => defanged(profile.kind, value)).join(', ')}
                max={300}
              />
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function HistoryCard({ entity, profile }: { entity: EntityRef; profile: EntityProfile }) {
  const client = useClient();
  const mark = useQuery(markQuery(client, entity));
  const notes = useQuery(notesQuery(client, entity));
  const hasHistory =
    profile.notes > 0 || Boolean(notes.data?.length) || Boolean(mark.data?.markedAt);
  return (
    <Card title="History" note="Who marked it or wrote about it">
      {hasHistory ? (
        <RecordHistory
          resource="entity_marks"
          id={profile.id}
          labels={{ criticality: 'Criticality', reason: 'Reason', text: 'Note' }}
          hidden={['markedBy', 'deletedAt']}
        />
      ) : (
        <p className="text-fg-muted">Nothing has been done to it yet.</p>
      )}
    </Card>
  );
}
