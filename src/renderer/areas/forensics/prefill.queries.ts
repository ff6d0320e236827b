/** What an investigation is begun with, of what it is begun from. */
import { queryOptions } from '@tanstack/react-query';
import { alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type EntityRef,
  entitiesContract,
} from '../../../shared/areas/entities/entities.contract.ts';
import { ENTITY_KIND_LABELS, entityLabel } from '../../../shared/areas/entities/entities.rules.ts';
import type { NewInvestigationInput } from '../../../shared/areas/forensics/investigations.contract.ts';
import { INVESTIGATION_LIMITS } from '../../../shared/areas/forensics/investigations.rules.ts';
import { incidentsContract } from '../../../shared/areas/incidents/incidents.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';

export interface InvestigationOrigin {
  readonly alert: string | null;
  readonly incident: string | null;
  readonly entity: EntityRef | null;
}

export type Prefill = Pick<
  NewInvestigationInput,
  'incidentId' | 'title' | 'description' | 'priority'
> & { alertIds: string[] };

export const BLANK: Prefill = {
  incidentId: '',
  title: '',
  description: '',
  priority: 'MEDIUM',
  alertIds: [],
};

const cutTitle = (text: string) => text.slice(0, INVESTIGATION_LIMITS.title);
const plural = (n: number, one: string) => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`;

export function prefillQuery(client: Client, { alert, incident, entity }: InvestigationOrigin) {
  return queryOptions({
    queryKey: ['forensic_investigations', 'prefill', alert, incident, entity],
    queryFn: () => {
      if (alert !== null) return ofAlert(client, alert);
      if (incident !== null) return ofIncident(client, incident);
      return entity === null ? BLANK : ofEntity(client, entity);
    },
    enabled: alert !== null || incident !== null || entity !== null,
    retry: false,
  });
}

async function ofAlert(client: Client, id: string): Promise<Prefill> {
  const alert = await client.call(alertsContract.get, { params: { id } });
  return {
    incidentId: alert.id,
    title: cutTitle(alert.title),
    description: alert.description.slice(0, INVESTIGATION_LIMITS.description) || alert.title,
    priority: alert.severity,
    alertIds: [alert.id],
  };
}

async function ofIncident(client: Client, id: string): Promise<Prefill> {
  const incident = await client.call(incidentsContract.getIncident, { params: { id } });
  return {
    incidentId: incident.id,
    title: cutTitle(incident.name),
    description: `${plural(incident.alerts, 'alert')} in ${plural(incident.groups, 'group')}. Find out what happened and what it reached.`,
    priority: incident.severity,
    alertIds: [],
  };
}

/** The description names it: so its alerts are found. */
async function ofEntity(client: Client, entity: EntityRef): Promise<Prefill> {
  const profile = await client.call(entitiesContract.profile, { query: entity });
  const { kind, value } = profile;
  const named = `${ENTITY_KIND_LABELS[kind].toLowerCase()} ${value}`;
  const ask = `${plural(profile.alerts, 'alert')} of ${named}. Find out what happened there and what it reached.`;
  return {
    incidentId: `${kind}:${value}`.slice(0, INVESTIGATION_LIMITS.incidentId),
    title: cutTitle(`What happened on ${entityLabel(kind, value)}`),
    description: ask.slice(0, INVESTIGATION_LIMITS.description),
    priority: SEVERITIES.find((severity) => profile.bySeverity[severity] > 0) ?? 'MEDIUM',
    alertIds: [],
  };
}
