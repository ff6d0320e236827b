import type { Egress, EgressLimits } from '../../platform/egress-port.ts';
import { type Connector, type ConnectorContext, ConnectorFailure } from './connector.types.ts';
import { createConnectorHttp } from './http/connector-http.ts';

export interface OpenedWith {
  readonly id: string;
  readonly settings: unknown;
  readonly secrets: Readonly<Record<string, string>>;
  readonly egress: Egress;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly batchSize: number;
  readonly limits?: Partial<EgressLimits>;
}

/** The settings as the connector reads them. @throws ConnectorFailure 'settings' that names the field */
function readSettings(connector: Connector, settings: unknown): unknown {
  const read = connector.schema.safeParse(settings);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = String(issue?.path[0] ?? '');
  const label = connector.fields.find((field) => field.name === name)?.label ?? name;
  throw new ConnectorFailure('settings', `${label}: ${issue?.message ?? 'not valid'}`);
}

/** The origins that settings name, each as `URL.origin` writes it. @throws ConnectorFailure 'settings' */
export function originsOf(connector: Connector, settings: unknown): readonly string[] {
  return connector.origins(readSettings(connector, settings));
}

/** PEM of an authority of their own: the one setting that all connectors share. */
function authorityOf(settings: unknown): string | undefined {
  const { certificateAuthority: given } = Object(settings) as { certificateAuthority?: unknown };
  const text = Array.isArray(given) ? given.join('\n') : given;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** What a connector is given for a run, a test or a push. @throws ConnectorFailure 'settings' */
export function openContext(connector: Connector, given: OpenedWith): ConnectorContext<unknown> {
  const { secrets, signal, now, batchSize, egress } = given;
  const settings = readSettings(connector, given.settings);
  const ca = authorityOf(settings);
  return {
    settings,
    secret(name) {
      const value = secrets[name];
      if (value !== undefined) return value;
      const label = connector.fields.find((field) => field.name === name)?.label ?? name;
      throw new ConnectorFailure(
        'credentials',
        `${label} is not kept on this machine. Give it under Configure.`,
      );
    },
    http: createConnectorHttp({
      ...{ egress, signal, now },
      subject: given.id,
      origins: connector.origins(settings),
      secrets: Object.values(secrets),
      limits: given.limits ?? {},
      ...(ca === undefined ? {} : { ca }),
    }),
    ...{ signal, now, batchSize },
  };
}
