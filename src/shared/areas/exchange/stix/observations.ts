/** Alerts as observed data: what each names becomes observables that everybody calls the same. */
import { toIso } from '../../../kernel/time.ts';
import type { Alert } from '../../alerts/alerts.contract.ts';
import { type Observable, observableOf, type StixPorts } from './ids.ts';

const addressOf = (value: string | null, ports: StixPorts): Observable | null => {
  if (value === null) return null;
  const bare = value.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const isV6 = bare.includes(':');
  if (!(isV6 ? /^[\da-f:.]{2,45}$/i : /^\d{1,3}(?:\.\d{1,3}){3}$/).test(bare)) return null;
  return observableOf(isV6 ? 'ipv6-addr' : 'ipv4-addr', { value: bare.toLowerCase() }, ports);
};

/** Name with a dot: a host's own name alone is a system, not a domain. */
const isDomain = (host: string) => /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/i.test(host);

export interface Observation {
  readonly observedData: Record<string, unknown>;
  readonly observables: readonly Observable[];
  /** The host as a system, which observed data cannot hold. */
  readonly system: Record<string, unknown> | null;
}

function systemOf(host: string, at: string, ports: StixPorts): Record<string, unknown> {
  return {
    ...{ type: 'identity', spec_version: '2.1', id: `identity--${ports.ownId(`host ${host}`)}` },
    ...{ created: at, modified: at, name: host.slice(0, 255), identity_class: 'system' },
  };
}

/** Null where an alert names neither address nor account nor domain. */
export function observationOf(
  alert: Alert,
  author: string,
  ports: StixPorts,
): Observation | { readonly system: Observation['system']; readonly observedData: null } {
  const observables: Observable[] = [];
  const source = addressOf(alert.sourceIp, ports);
  const target = addressOf(alert.destIp, ports);
  for (const one of [source, target]) if (one) observables.push(one);
  if (source && target && source.id !== target.id) {
    const protocols = [source.type === 'ipv6-addr' ? 'ipv6' : 'ipv4'];
    const properties = { src_ref: source.id, dst_ref: target.id, protocols };
    observables.push(observableOf('network-traffic', properties, ports));
  }
  if (alert.sourceUser)
    observables.push(observableOf('user-account', { account_login: alert.sourceUser }, ports));
  const host = alert.sourceHost;
  if (host && isDomain(host))
    observables.push(observableOf('domain-name', { value: host.toLowerCase() }, ports));
  const system = host ? systemOf(host, alert.receivedAt, ports) : null;
  if (observables.length === 0) return { system, observedData: null };
  const unique = [...new Map(observables.map((one) => [one.id, one])).values()];
  const made = alert.receivedAt;
  const changed = toIso(Math.max(Date.parse(alert.updatedAt), Date.parse(made)));
  return {
    system,
    observables: unique,
    observedData: {
      ...{ type: 'observed-data', spec_version: '2.1' },
      ...{ id: `observed-data--${ports.ownId(`alert ${alert.id}`)}`, created_by_ref: author },
      ...{ created: made, modified: changed },
      ...{ first_observed: alert.createdAt, last_observed: alert.createdAt, number_observed: 1 },
      object_refs: unique.map(({ id }) => id),
      x_watchfloor_title: alert.title,
      x_watchfloor_severity: alert.severity,
      x_watchfloor_status: alert.status,
      x_watchfloor_source: alert.source,
      ...(alert.verdict === null ? {} : { x_watchfloor_verdict: alert.verdict }),
    },
  };
}
