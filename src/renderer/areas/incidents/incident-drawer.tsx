import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { IncidentDetail } from '../../../shared/areas/incidents/incidents.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { RecordDrawer, RecordHead, RecordViews } from '../../ui/record-drawer.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ShareButton } from '../exchange/exchange.embed.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { SendTo, SentTo } from '../integrations/integrations.embed.tsx';
import { RecordSync } from '../sync/record-sync.embed.tsx';
import type { GroupAction } from './group-actions.ts';
import { OpenState } from './group-table.tsx';
import { IncidentEdges } from './incident-edges.tsx';
import { IncidentEntities } from './incident-entities.tsx';
import { IncidentGroups } from './incident-groups.tsx';
import { type ActsOnIncident, IncidentSteps } from './incident-steps.tsx';
import { SeverityBadge } from './incident-table.tsx';
import { incidentQuery } from './incidents.queries.ts';

interface IncidentDrawerProps {
  onAct: (action: GroupAction, incident: IncidentDetail) => void;
  id: string;
  /** What was done leads to an incident under another id. */
  onMoved: (id: string) => void;
  onClose: () => void;
}

/** One incident in full. */
export function IncidentDrawer({ id, onAct, onMoved, onClose }: IncidentDrawerProps) {
  const found = useQuery(incidentQuery(useClient(), id));
  return (
    <RecordDrawer
      query={found}
      onClose={onClose}
      title={found.data?.name ?? 'Incident'}
      failed="The incident could not be loaded"
      gone={{
        title: 'This incident is no more',
        text: 'Its groups are in other incidents by now, or were deleted.',
      }}
    >
      {(incident) => (
        <Content
          incident={incident}
          onMoved={onMoved}
          onAct={(action) => onAct(action, incident)}
        />
      )}
    </RecordDrawer>
  );
}

interface ContentProps extends Pick<IncidentDrawerProps, 'onMoved'>, ActsOnIncident {
  incident: IncidentDetail;
}

type View = 'groups' | 'why' | 'entities' | 'history';

const RECORD_LABELS = {
  name: 'Name',
  lockedAt: 'Locked',
  lockedBy: 'Locked by',
  reason: 'Reason',
  mergedInto: 'Merged into',
};
/** Kept beside what a person says. */
const KEPT_FIELDS = ['createdAt', 'createdBy', 'updatedAt'];

function Content({ incident, onMoved, onAct }: ContentProps) {
  const [view, setView] = useState<View>('groups');
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head incident={incident} onMoved={onMoved} onAct={onAct} />
      <RecordViews<View>
        label="About this incident"
        view={view}
        onView={setView}
        views={[
          {
            value: 'groups',
            label: 'Groups',
            count: incident.groups,
            content: <IncidentGroups incident={incident} onMoved={onMoved} />,
          },
          { value: 'why', label: 'Why together', content: <IncidentEdges incident={incident} /> },
          {
            value: 'entities',
            label: 'Entities',
            count: incident.entities.length,
            content: <IncidentEntities incident={incident} />,
          },
          { value: 'history', label: 'History', content: <Decisions incident={incident} /> },
        ]}
      />
    </div>
  );
}

function Decisions({ incident }: { incident: IncidentDetail }) {
  return incident.isHeld ? (
    <RecordHistory
      resource="incident_records"
      id={incident.id}
      labels={RECORD_LABELS}
      hidden={KEPT_FIELDS}
    />
  ) : (
    <p className="text-fg-muted">
      Nobody has decided about this incident yet: it is as linking made it.
    </p>
  );
}

function Head({ incident, onMoved, onAct }: ContentProps) {
  const mayWrite = useMay('alerts.write');
  return (
    <RecordHead
      title={incident.name}
      facts={
        <>
          <SeverityBadge severity={incident.severity} />
          <OpenState group={incident} />
          {incident.isLocked && (
            <Badge tone="accent" icon={<Lock aria-hidden />}>
              Locked
            </Badge>
          )}
          {incident.isHeld && !incident.isLocked && <Badge>Held by a person</Badge>}
          <span>
            {incident.alerts === 1 ? '1 alert' : `${incident.alerts.toLocaleString()} alerts`}
          </span>
          <span>
            <DateTime value={incident.firstSeen} /> to <DateTime value={incident.lastSeen} />
          </span>
          {incident.techniques.length > 0 && (
            <Untrusted text={incident.techniques.join(', ')} max={120} />
          )}
        </>
      }
    >
      {incident.isLocked && incident.lockedAt !== null && (
        <p className="text-fg-muted">
          Locked by <Untrusted text={incident.lockedBy} max={80} expand="none" />{' '}
          <DateTime value={incident.lockedAt} />: <Untrusted text={incident.reason} max={300} />
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {mayWrite && <IncidentSteps incident={incident} onMoved={onMoved} onAct={onAct} />}
        <ShareButton
          size="sm"
          subject={{ type: 'incident', id: incident.id }}
          title={incident.name}
        />
        <SendTo kind="incident" id={incident.id} title={incident.name} />
      </div>
      <SentTo id={incident.id} />
      <RecordSync table="incident_records" id={incident.id} />
    </RecordHead>
  );
}
