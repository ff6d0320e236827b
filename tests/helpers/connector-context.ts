import {
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
} from '../../src/main/areas/integrations/connector.types.ts';
import { createConnectorHttp } from '../../src/main/areas/integrations/http/connector-http.ts';
import type { EgressLimits } from '../../src/main/platform/egress-port.ts';
import { plainEgress } from './plain-egress.ts';

export interface ContextOptions {
  /** As the form sends them; the connector's schema reads them. */
  readonly settings: unknown;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly batchSize?: number;
  readonly now?: number;
  readonly ca?: string | null;
  readonly limits?: Partial<EgressLimits>;
  readonly signal?: AbortSignal;
}

/** What the runner gives a connector, with a way out that has no guards. */
export function connectorContext<Settings>(
  connector: Connector<Settings>,
  options: ContextOptions,
): ConnectorContext<Settings> {
  const settings = connector.schema.parse(options.settings);
  const secrets = options.secrets ?? {};
  const signal = options.signal ?? new AbortController().signal;
  const now = () => options.now ?? Date.parse('2026-11-22T12:00:00.000Z');
  return {
    settings,
    secret(name) {
      const value = secrets[name];
      if (value !== undefined) return value;
      throw new ConnectorFailure('credentials', `There is no ${name}. Give one in the settings.`);
    },
    http: createConnectorHttp({
      egress: plainEgress,
      subject: 'integration-1',
      origins: connector.origins(settings),
      secrets: Object.values(secrets),
      signal,
      now,
      limits: options.limits ?? {},
      ...(options.ca ? { ca: options.ca } : {}),
    }),
    signal,
    now,
    batchSize: options.batchSize ?? 1_000,
  };
}
