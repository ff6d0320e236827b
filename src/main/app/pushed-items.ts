/** Alerts and incidents as they are sent to a connected system. */

import { alertsContract } from '../../shared/areas/alerts/alerts.contract.ts';
import { incidentsContract } from '../../shared/areas/incidents/incidents.contract.ts';
import type { PushItem } from '../areas/integrations/connector.types.ts';
import type { Database } from '../db/database.ts';
import { createInnerCall } from '../http/inner-calls.ts';
import type { Route } from '../http/route.ts';
import type { Session } from '../http/session.ts';

/** Reads only: what is sent is what every role may see. */
const READER: Session = { sid: 'inner', user: { id: 'inner', email: '', role: 'Auditor' } };
const OBSERVABLES = 100;

/** As the product's own calls answer it, so that what leaves is what the page shows. */
/** In the name of nobody who is named anywhere: investigations of few are not sent. */
export function createPushedItems(
  routes: () => readonly Route[],
  { viewing }: Pick<Database, 'viewing'>,
) {
  const call = createInnerCall(routes, [], viewing);
  const alertItem = async (id: string): Promise<PushItem> => {
    const { body: alert } = await call(READER, alertsContract.get, { params: { id } });
    const named = [
      ['host', alert.sourceHost],
      ['user', alert.sourceUser],
      ['ip', alert.sourceIp],
      ['ip', alert.destIp],
    ] as const;
    return {
      ...{ kind: 'alert', id: alert.id, title: alert.title, description: alert.description },
      ...{ severity: alert.severity, createdAt: alert.createdAt, techniques: alert.techniques },
      observables: named.flatMap(([type, value]) => (value === null ? [] : [{ type, value }])),
      record: alert,
    };
  };
  const incidentItem = async (id: string): Promise<PushItem> => {
    const { body: incident } = await call(READER, incidentsContract.getIncident, {
      params: { id },
    });
    const count = incident.alerts === 1 ? '1 alert' : `${incident.alerts} alerts`;
    return {
      ...{ kind: 'incident', id: incident.id, title: incident.name },
      description: `${count} from ${incident.firstSeen} to ${incident.lastSeen}.`,
      ...{ severity: incident.severity, createdAt: incident.firstSeen },
      techniques: incident.techniques,
      observables: incident.entities
        .slice(0, OBSERVABLES)
        .map(({ kind, value }) => ({ type: kind.toLowerCase(), value })),
      record: incident,
    };
  };
  return (kind: PushItem['kind'], id: string) =>
    kind === 'alert' ? alertItem(id) : incidentItem(id);
}
