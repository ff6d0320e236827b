/** A real database with the alerts of a case, the real tools, and a model that a test scripts. */

import { wireAnalystTools } from '../../../src/main/app/analyst-tools.ts';
import { packAlerts } from '../../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../../src/main/areas/alerts/alert-inserts.store.ts';
import type { AgentDeps } from '../../../src/main/areas/assistant/agent/agent.deps.ts';
import { entitiesOf } from '../../../src/main/db/groups/entities.ts';
import type {
  ModelFailure,
  ModelGateway,
  ModelReply,
  ModelRequest,
  ModelTier,
} from '../../../src/main/platform/model-port.ts';
import type { AgentBrief, CaseVerdict } from '../../../src/shared/areas/assistant/agent.types.ts';
import type { PlainAlert } from '../../../src/shared/areas/assistant/engine/normalise.ts';
import { alertRow } from '../../helpers/make-alerts.ts';
import { REPOSITORY } from '../../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;

export interface CaseWorld extends TestDb {
  /** Every row of every table, as text. */
  state(): string;
  tools: AgentDeps['tools'];
}

export function openWorld(alerts: readonly PlainAlert[]): CaseWorld {
  const world = openTestDb();
  const rows = alerts.map(({ process, commandLine, ...alert }) => ({
    row: alertRow({
      ...alert,
      title: alert.title.slice(0, 255),
      techniques: [...alert.techniques],
    }),
    raw: {
      format: 'wazuh' as const,
      bytes: Buffer.from(JSON.stringify({ full_log: alert.description, process, commandLine })),
    },
  }));
  world.db.write(CALLER, (tx) => insertAlertBatch(tx, packAlerts(rows)));
  return {
    ...world,
    tools: wireAnalystTools({ db: world.db, appRoot: REPOSITORY })(null),
    state: () =>
      world.db.read('test.state', (db) => {
        const tables = db
          .all<{ name: string }>(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
          )
          .map(({ name }) => name)
          .filter((name) => !/_(?:data|idx|content|docsize|config)$/.test(name));
        return tables
          .map((name) => `${name} ${JSON.stringify(db.all(`SELECT * FROM "${name}"`), asText)}`)
          .join('\n');
      }),
  };
}

const asText = (_: string, value: unknown) =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('hex')
      : value;

/** The case of one alert, as an investigation hands it over. */
export function briefOf(alert: PlainAlert, verdict: CaseVerdict = 'suspicious'): AgentBrief {
  const fields = {
    title: alert.title,
    severity: alert.severity,
    source: alert.source,
    host: alert.sourceHost ?? '',
    user: alert.sourceUser ?? '',
    source_ip: alert.sourceIp ?? '',
    dest_ip: alert.destIp ?? '',
    process: alert.process ?? '',
    command_line: alert.commandLine ?? '',
    description: alert.description,
  };
  return {
    ...{ task: 'investigation', account: null, question: null, title: alert.title },
    priority: alert.severity,
    facts: [{ id: 'E1', ref: { kind: 'alert', id: alert.id }, at: alert.createdAt, fields }],
    entities: entitiesOf(alert).map(({ kind, value }) => `${kind}:${value}`),
    engine: { verdict, explanation: null },
  };
}

/** Delimiters that are the same in every run of a test. */
export function steadyRandom(): () => string {
  let n = 0;
  return () => `k3fz${String(++n).padStart(4, '0')}${'delimiter'}`;
}

type Answer = Partial<Pick<ModelReply, 'text' | 'toolCalls'>> | ModelFailure;

/** A model in place: answers by a function of the request; every request is kept. */
export function scripted(
  answer: (request: ModelRequest, n: number) => Answer,
  tier: ModelTier = 'tools',
): ModelGateway & { readonly requests: ModelRequest[]; readonly ended: unknown[] } {
  const requests: ModelRequest[] = [];
  const ended: unknown[] = [];
  return {
    requests,
    ended,
    tier: () => tier,
    endRun: (_, verification) => void ended.push(verification),
    async call(request) {
      requests.push(request);
      const given = answer(request, requests.length - 1);
      if (given instanceof Error) throw given;
      const toolCalls = given.toolCalls ?? [];
      return {
        ...{ callId: `call-${requests.length}`, text: given.text ?? '', toolCalls },
        finish: toolCalls.length > 0 ? 'tools' : 'stop',
        tokens: { sent: 1, received: 1 },
      };
    },
  };
}

/** What was asked last: of the phases, by their own words. */
export function phaseOf(text: string): 'plan' | 'tools' | 'verdict' {
  if (text.includes('Name at most three hypotheses')) return 'plan';
  return /give your verdict|cannot be read/.test(text) ? 'verdict' : 'tools';
}
