/** Connectors: mapping of records against JSON.parse alone, and a whole run over real HTTP into a database. */

import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import { loadFindPorts } from '../../src/main/areas/forensics/indicators/find-ports.ts';
import { createCatalogue } from '../../src/main/areas/integrations/catalogue.ts';
import type { Connector } from '../../src/main/areas/integrations/connector.types.ts';
import { elasticSecurity } from '../../src/main/areas/integrations/connectors/elastic-security.connector.ts';
import { okta } from '../../src/main/areas/integrations/connectors/okta.connector.ts';
import { createMapper } from '../../src/main/areas/integrations/run/map-page.ts';
import { runIntegration } from '../../src/main/areas/integrations/run/run-integration.ts';
import { RUN_LIMITS } from '../../src/main/areas/integrations/run/run-limits.ts';
import { saveSecret } from '../../src/main/areas/integrations/secrets.store.ts';
import { saveSyncSettings } from '../../src/main/areas/integrations/sync-settings.store.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { createKeySeal } from '../../src/main/platform/key-seal.ts';
import { createFetchedWriters } from '../../src/main/workers/fetched-writers.ts';
import { LOG_TOKEN, logEvent, openLogVendor } from '../helpers/log-vendor.ts';
import { openIntegration } from '../helpers/open-integration.ts';
import { openTestDb } from '../helpers/open-test-db.ts';
import { plainEgress } from '../helpers/plain-egress.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';

const RECORDS = 20_000;
const RUNS = 3;
const WHOLE = 100_000;
const NOW = Date.parse('2026-11-22T12:00:00.000Z');

/** A hit of a detection index in the published shape, made by us. */
function elasticHit(n: number): object {
  const time = new Date(NOW - 86_400_000 + n * 1_000).toISOString();
  return {
    _index: '.internal.alerts-security.alerts-default-000001',
    _id: `alert-${n}`,
    _source: {
      '@timestamp': time,
      'kibana.alert.uuid': `uuid-${n}`,
      'kibana.alert.rule.name': 'Credential Access via Process Dump',
      'kibana.alert.rule.rule_id': `rule-${n % 50}`,
      'kibana.alert.severity': 'high',
      'kibana.alert.risk_score': 73,
      'kibana.alert.reason': 'A process created a high alert.',
      'kibana.alert.original_time': time,
      'event.kind': 'signal',
      event: { category: ['process'] },
      host: { name: `ws-${n % 500}` },
      user: { name: 'pat' },
      source: { ip: '192.0.2.17' },
      destination: { ip: '198.51.100.9' },
    },
  };
}

export async function benchConnectors({ report }: Pick<BenchContext, 'report'>): Promise<void> {
  const cases: [Connector, (n: number) => object][] = [
    [elasticSecurity, elasticHit],
    [okta, (n) => logEvent(n, NOW - 86_400_000) as object],
  ];
  for (const [connector, make] of cases) measureMapping(connector, make, report);
  await measureRun(report);
}

function measureMapping(
  connector: Connector,
  make: (n: number) => object,
  report: BenchContext['report'],
): void {
  const records = Array.from({ length: RECORDS }, (_, n) => Buffer.from(JSON.stringify(make(n))));
  const settings = connector.schema.parse({ address: 'https://vendor.example.com' });
  const rates: number[] = [];
  const floors: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    floors.push(
      rate(() => {
        for (const bytes of records) JSON.parse(bytes.toString('utf8'));
      }),
    );
    rates.push(
      rate(() => {
        const tally = new ImportTally(NOW, null);
        const mapper = createMapper({ connector, settings, tally, limits: RUN_LIMITS });
        const { alerts } = mapper.map(records);
        if (alerts.length !== RECORDS) throw new Error(`Only ${alerts.length} were mapped`);
      }),
    );
  }
  const ratio = median(floors) / median(rates);
  const note = `${ratio.toFixed(2)} x the time of JSON.parse alone; ${RECORDS} records, one core`;
  report(`connectors.map.${connector.id}`, median(rates), 'alerts/s', '>= 20000', note);
}

function rate(work: () => void): number {
  const started = performance.now();
  work();
  return RECORDS / ((performance.now() - started) / 1_000);
}

async function measureRun(report: BenchContext['report']): Promise<void> {
  const opened = openTestDb();
  const vendor = await openLogVendor(NOW - 86_400_000);
  try {
    vendor.write(WHOLE);
    const { db } = opened;
    const seal = createKeySeal(new Uint8Array(32).fill(5), 'integration');
    const { integrationId, runId } = openIntegration(db, 'okta', { address: vendor.origin });
    db.write({ actor: null, origin: 'system', action: 'integrations.configure' }, (tx) => {
      const owner = { id: integrationId, origins: [vendor.origin] };
      saveSecret(tx, seal, owner, { name: 'token', value: LOG_TOKEN });
      saveSyncSettings(tx, {
        ...{ isStreaming: true, isRateLimited: false, retentionDays: 90 },
        ...{ everyMinutes: 5, batchSize: 1_000 },
      });
    });
    const now = () => NOW;
    const started = performance.now();
    const outcome = await runIntegration(
      { integrationId, runId },
      {
        ...{ db, seal, now, limits: RUN_LIMITS, egress: plainEgress },
        catalogue: createCatalogue([async () => okta]),
        writers: createFetchedWriters({
          db,
          newId: newUuid,
          now,
          findPorts: await loadFindPorts(),
        }),
        signal: new AbortController().signal,
        kept() {},
        isSomebodyAtWork: () => false,
      },
    );
    const seconds = (performance.now() - started) / 1_000;
    if (outcome.state !== 'DONE') throw new Error(outcome.failure?.message ?? outcome.state);
    const note = `${WHOLE} records by pages of 1,000 over HTTP into the database, vendor on the same machine`;
    report('connectors.run', WHOLE / seconds, 'alerts/s', '', note);
  } finally {
    await vendor.close();
    opened.close();
  }
}
