import type {
  ModelLimits,
  Probe,
  ProbeCheck,
} from '../../../shared/areas/models/models.contract.ts';
import {
  DEFAULT_MODEL_LIMITS,
  modelLimitsSchema,
} from '../../../shared/areas/models/models.contract.ts';
import type { Preset } from '../../../shared/areas/models/presets.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { KeySeal } from '../../platform/key-seal.ts';
import type { ModelTier } from '../../platform/model-port.ts';

/** Of the first that is set up. */
const FIRST = 'main';

export interface Endpoint {
  readonly id: string;
  /** One is asked; the others are kept. */
  readonly isInUse: boolean;
  readonly name: string;
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly apiVersion: string | null;
  readonly model: string;
  readonly taskModels: Partial<Record<ModelTask, string>>;
  readonly isOn: boolean;
  readonly isInsecureAllowed: boolean;
  readonly changedAt: number;
}
export type NewEndpoint = Omit<Endpoint, 'id' | 'isInUse' | 'changedAt'>;

/** `hasSchema`: it answers in a schema that is asked for; else the schema is put in words, too. */
export interface Probed extends Probe {
  readonly baseUrl: string;
  readonly hasSchema: boolean;
}

export type LimitsPatch = { readonly [K in keyof ModelLimits]?: ModelLimits[K] | undefined };

export interface NewProbe {
  readonly baseUrl: string;
  readonly model: string;
  readonly tier: ModelTier;
  readonly hasSchema: boolean;
  readonly checks: readonly ProbeCheck[];
  readonly speed: number | null;
}

interface EndpointRow {
  readonly id: string;
  readonly is_in_use: number;
  readonly name: string;
  readonly preset: Preset;
  readonly base_url: string;
  readonly api_version: string | null;
  readonly model: string;
  readonly task_models: string;
  readonly is_on: number;
  readonly is_insecure_allowed: number;
  readonly changed_at: number;
}

interface ProbeRow {
  readonly base_url: string;
  readonly model: string;
  readonly tier: ModelTier;
  readonly has_schema: number;
  readonly checks: string;
  readonly speed: number | null;
  readonly probed_at: number;
  readonly probed_by: string | null;
  readonly name: string | null;
}

const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? '';

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    isInUse: row.is_in_use === 1,
    name: row.name,
    preset: row.preset,
    baseUrl: row.base_url,
    apiVersion: row.api_version,
    model: row.model,
    taskModels: JSON.parse(row.task_models) as Endpoint['taskModels'],
    isOn: row.is_on === 1,
    isInsecureAllowed: row.is_insecure_allowed === 1,
    changedAt: row.changed_at,
  };
}

const readEndpoints = (db: ReadDb, where: string, ...values: readonly string[]): Endpoint[] =>
  db
    .all<EndpointRow>(`SELECT * FROM model_endpoints ${where} ORDER BY name, id`, ...values)
    .map(toEndpoint);

function readLimits(db: ReadDb): ModelLimits {
  const row = db.get<{ value: string }>('SELECT value FROM model_limits WHERE one = 1');
  const saved = modelLimitsSchema.safeParse({
    ...DEFAULT_MODEL_LIMITS,
    ...(JSON.parse(row?.value ?? '{}') as object),
  });
  return saved.success ? saved.data : DEFAULT_MODEL_LIMITS;
}

const PROBES = `SELECT p.base_url, p.model, p.tier, p.has_schema, p.checks, p.speed, p.probed_at, p.probed_by,
    trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS name
  FROM model_probes p LEFT JOIN users u ON u.id = p.probed_by`;

function toProbe(row: ProbeRow): Probed {
  return {
    baseUrl: row.base_url,
    model: row.model,
    tier: row.tier,
    hasSchema: row.has_schema === 1,
    checks: JSON.parse(row.checks) as ProbeCheck[],
    speed: row.speed,
    at: toIso(row.probed_at),
    by: row.probed_by === null ? null : { id: row.probed_by, name: row.name ?? '' },
  };
}

export function createEndpointStore(db: Database, seal: KeySeal) {
  const write = <R>(
    actor: string,
    action: string,
    fn: Parameters<typeof db.write<R>>[1],
    reason?: string,
  ) => db.write({ actor, origin: 'user', action, reason: reason ?? null }, fn);
  return {
    /** The one in use. */
    endpoint: (): Endpoint | null =>
      db.read('models.endpoint', (reader) => readEndpoints(reader, 'WHERE is_in_use = 1')[0]) ??
      null,
    endpoints: (): Endpoint[] => db.read('models.endpoints', (reader) => readEndpoints(reader, '')),
    endpointOf: (id: string): Endpoint | null =>
      db.read('models.endpoint', (reader) => readEndpoints(reader, 'WHERE id = ?', id)[0]) ?? null,
    /**
     * The key is sealed for this origin; `undefined` keeps the one that is there. Without an id it is
     * the one in use; the first of all is in use at once.
     */
    save(
      actor: string,
      endpoint: NewEndpoint,
      key: string | null | undefined,
      given?: string,
    ): string {
      const { baseUrl } = endpoint;
      const state = endpoint.isOn ? 'On' : 'Off';
      const reason = `${state}: ${endpoint.model} at ${originOf(baseUrl)}`;
      return write(
        actor,
        'models.setUp',
        (tx) => {
          const inUse = readEndpoints(tx, 'WHERE is_in_use = 1')[0]?.id;
          const id = given ?? inUse ?? FIRST;
          tx.run(
            `INSERT INTO model_endpoints (id, name, preset, base_url, api_version, model, task_models,
               is_on, is_insecure_allowed, changed_by, changed_at, is_in_use)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, preset = excluded.preset,
               base_url = excluded.base_url, api_version = excluded.api_version,
               model = excluded.model, task_models = excluded.task_models, is_on = excluded.is_on,
               is_insecure_allowed = excluded.is_insecure_allowed,
               changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
            ...[id, endpoint.name, endpoint.preset, baseUrl, endpoint.apiVersion, endpoint.model],
            JSON.stringify(endpoint.taskModels),
            ...[endpoint.isOn ? 1 : 0, endpoint.isInsecureAllowed ? 1 : 0, actor, tx.now],
            inUse === undefined ? 1 : 0,
          );
          if (key !== undefined) tx.run('DELETE FROM model_keys WHERE endpoint_id = ?', id);
          if (typeof key === 'string')
            tx.run(
              'INSERT INTO model_keys (endpoint_id, sealed) VALUES (?, ?)',
              id,
              seal.seal(key, originOf(baseUrl)),
            );
          tx.note('model_endpoints', 1);
          tx.announce('model_endpoints');
          return id;
        },
        reason,
      );
    },
    /** From now on it is the one that is asked. */
    use(actor: string, { id, name, baseUrl }: Pick<Endpoint, 'id' | 'name' | 'baseUrl'>): void {
      write(
        actor,
        'models.use',
        (tx) => {
          tx.run('UPDATE model_endpoints SET is_in_use = 0 WHERE is_in_use = 1');
          tx.run('UPDATE model_endpoints SET is_in_use = 1 WHERE id = ?', id);
          tx.note('model_endpoints', 1);
          tx.announce('model_endpoints');
        },
        `${name} at ${originOf(baseUrl)}`,
      );
    },
    remove(actor: string, id: string): boolean {
      return write(actor, 'models.remove', (tx) => {
        tx.run('DELETE FROM model_keys WHERE endpoint_id = ?', id);
        const removed = tx.run('DELETE FROM model_endpoints WHERE id = ?', id);
        if (removed > 0) tx.note('model_endpoints', 1);
        tx.announce('model_endpoints');
        return removed > 0;
      });
    },
    /** Undefined: there is none; null: it cannot be opened here. Used for calls only. */
    key({ id, baseUrl }: Pick<Endpoint, 'id' | 'baseUrl'>): string | null | undefined {
      const row = db.read('models.key', (reader) =>
        reader.get<{ sealed: Uint8Array }>(
          'SELECT sealed FROM model_keys WHERE endpoint_id = ?',
          id,
        ),
      );
      return row && seal.open(row.sealed, originOf(baseUrl));
    },
    limits: (): ModelLimits => db.read('models.limits', readLimits),
    saveLimits(actor: string, patch: LimitsPatch): ModelLimits {
      return write(actor, 'models.limit', (tx) => {
        const limits = modelLimitsSchema.parse({ ...readLimits(tx), ...patch });
        tx.run(
          'INSERT INTO model_limits (one, value) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET value = excluded.value',
          JSON.stringify(limits),
        );
        tx.note('model_limits', 1);
        tx.announce('model_endpoints');
        return limits;
      });
    },
    probes: (): Probed[] =>
      db.read('models.probes', (reader) => reader.all<ProbeRow>(PROBES).map(toProbe)),
    probe: (baseUrl: string, model: string): Probed | null =>
      db.read('models.probe', (reader) => {
        const where = `${PROBES} WHERE p.base_url = ? AND p.model = ?`;
        const row = reader.get<ProbeRow>(where, baseUrl, model);
        return row ? toProbe(row) : null;
      }),
    saveProbe(actor: string, probe: NewProbe): void {
      write(actor, 'models.test', (tx) => {
        tx.run(
          `INSERT INTO model_probes (base_url, model, tier, has_schema, checks, speed, probed_at, probed_by)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (base_url, model) DO UPDATE SET tier = excluded.tier,
             has_schema = excluded.has_schema, checks = excluded.checks, speed = excluded.speed,
             probed_at = excluded.probed_at, probed_by = excluded.probed_by`,
          probe.baseUrl,
          probe.model,
          probe.tier,
          probe.hasSchema ? 1 : 0,
          JSON.stringify(probe.checks),
          probe.speed,
          tx.now,
          actor,
        );
        tx.note('model_probes', 1);
        tx.announce('model_probes');
      });
    },
  };
}
export type EndpointStore = ReturnType<typeof createEndpointStore>;
