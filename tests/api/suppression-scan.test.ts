import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  alertBody,
  createAlert,
  createAlertIn,
  listAll,
  updateAlert,
} from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { seededId } from '../helpers/control-seed.ts';
import { NOISE, openSuppression, until } from '../helpers/suppression-calls.ts';

const _DAY_MS = 86_400_000;
const _CONTROL = seededId('c', 0);
const at = openSuppression();
const { call, make, get, post, preview, later, listed, inDays } = at;

describe('the preview', () => {
  test('[SU17] says exactly what a scope would have hidden, and what speaks against it', async () => {
    await createAlert(at.app(), NOISE);
    await createAlertIn(at.app(), 'FALSE_POSITIVE', { ...NOISE, severity: 'MEDIUM' });
    const truly = await createAlertIn(at.app(), 'RESOLVED', { ...NOISE, sourceHost: 'BK-02' });
    await createAlert(at.app(), { ...NOISE, sourceHost: 'web-01' });
    await createAlert(at.app(), { ...NOISE, severity: 'CRITICAL' });
    const found = await preview({ sources: ['Backup'], hosts: ['bk-*'] });
    expect(found).toMatchObject({
      total: 3,
      bySeverity: { CRITICAL: 0, HIGH: 0, MEDIUM: 1, LOW: 2 },
      bySource: [{ source: 'Backup', count: 3 }],
      waiting: 1,
      truePositives: 1,
      warnings: [{ why: 'true-positive', alert: { id: truly.id } }],
    });
    expect((await preview({ hosts: ['bk-02'] })).total).toBe(1);
    expect((await preview({ titleWords: ['BACKUP', 'failed'] })).total).toBe(4);
    expect((await preview({ hosts: ['none'] })).total).toBe(0);
    expect((await call('POST', '/preview', { scope: {} })).status).toBe(400);
    await later(31);
    expect(await preview({ hosts: ['bk-*'] })).toMatchObject({ total: 0, waiting: 1 });
  });

  test('[SU17] of many candidates in a job, to the same figures', {
    timeout: 120_000,
  }, async () => {
    const lines = Array.from({ length: 4500 }, (_, n) =>
      JSON.stringify({
        watchfloor: 1,
        alert: {
          ...alertBody({ title: `Noise ${n}`, severity: 'LOW', sourceHost: `h-${n % 3}` }),
          ...{ id: `a-${n}`, status: 'OPEN', destIp: null, detector: null, category: null },
          ...{ sourceUser: null, sourceIp: null, techniques: [], aiInvestigation: null },
          ...{ assignedTo: null, escalated: false, falsePositive: false, timeBasis: 'recorded' },
          ...{ importId: null, createdAt: inDays(-1), receivedAt: inDays(-1) },
          ...{ updatedAt: inDays(-1), resolvedAt: null },
        },
        raw: null,
        fingerprint: null,
      }),
    );
    const rule = await make({ name: 'Other', scope: { hosts: ['h-1'] } });
    const started = await at.app().request('POST', '/api/imports?name=export.ndjson', {
      rawBody: lines.join('\n'),
    });
    expect(started.status).toBeLessThan(300);
    await until(
      () => get(rule.id),
      ({ hits }) => hits === 1500,
    );
    await until(
      () => listed({ suppressed: 'with' }),
      ({ total }) => total === 4500,
    );
    expect(await preview({ hosts: ['h-*'] })).toMatchObject({
      total: 4500,
      waiting: 3000,
      hiddenAlready: 1500,
    });
    expect(await listed()).toMatchObject({ total: 3000 });
    const applied = await post(
      `/${(await make({ name: 'All', scope: { hosts: ['h-*'] } })).id}/apply`,
    );
    expect(applied.job).not.toBeNull();
    const done = await until(
      () => get(applied.id),
      ({ running }) => running === null,
    );
    expect(done).toMatchObject({ hidden: 3000, hits: 0 });
    expect(await listed()).toMatchObject({ total: 0 });
    const ended = await post(`/${applied.id}/end`, { reason: 'Enough' });
    expect(ended.job).not.toBeNull();
    await until(
      () => get(applied.id),
      ({ running }) => running === null,
    );
    expect(await listed()).toMatchObject({ total: 3000 });
  });
});

interface ScanFilter {
  readonly status?: string | undefined;
  readonly severity?: string | undefined;
  readonly source?: string | undefined;
  readonly from?: string | undefined;
  readonly suppressed?: string | undefined;
  readonly suppressedBy?: string | undefined;
}

function isMeant(alert: Alert, filter: ScanFilter): boolean {
  const isIn = (key: 'status' | 'severity' | 'source' | 'suppressedBy') =>
    filter[key] === undefined || alert[key] === filter[key];
  const isHidden = alert.suppressedBy !== null;
  const isAsked =
    filter.suppressedBy !== undefined ||
    filter.suppressed === 'with' ||
    isHidden === (filter.suppressed === 'only');
  const isRecent = filter.from === undefined || alert.createdAt >= filter.from;
  return (
    isAsked &&
    isRecent &&
    isIn('status') &&
    isIn('severity') &&
    isIn('source') &&
    isIn('suppressedBy')
  );
}

test('[SU9] lists, totals and kept counts equal a full scan at random states', async () => {
  const severities = ['HIGH', 'MEDIUM', 'LOW'] as const;
  const rules = [
    await make({ scope: { hosts: ['h-1', 'h-2'] } }),
    await make({ scope: { sources: ['S0'], titleWords: ['noise'] } }),
  ];
  let seed = 7;
  const below = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const randomFilter = () => ({
    ...(below(2) ? { status: ['OPEN', 'IN_PROGRESS'][below(2)] } : {}),
    ...(below(2) ? { severity: severities[below(3)] } : {}),
    ...(below(3) ? {} : { source: `S${below(3)}` }),
    ...(below(3)
      ? {}
      : { from: new Date(at.app().clock.now() - below(200_000_000)).toISOString() }),
    ...([{}, { suppressed: 'only' }, { suppressed: 'with' }, { suppressedBy: rules[1]?.id }][
      below(4)
    ] as { suppressed?: string; suppressedBy?: string }),
  });
  for (let n = 0; n < 60; n++) {
    const alert = await createAlert(at.app(), {
      title: below(2) ? 'Noise again' : 'Something',
      severity: severities[below(3)] ?? 'LOW',
      source: `S${below(3)}`,
      sourceHost: `h-${below(4)}`,
    });
    at.app().clock.advance(below(600_000));
    if (below(3) === 0) await updateAlert(at.app(), alert.id, { status: 'IN_PROGRESS' });
    if (n === 30) await post(`/${rules[0]?.id}/end`, { reason: 'x' });
    if (n === 40) await post(`/${rules[1]?.id}/apply`);
  }
  const { alerts } = await listAll(at.app(), { suppressed: 'with', limit: 1000 });
  expect(alerts.filter(({ suppressedBy }) => suppressedBy).length).toBeGreaterThan(3);
  for (let n = 0; n < 60; n++) {
    const filter = randomFilter();
    const wanted = alerts.filter((alert) => isMeant(alert, filter));
    const found = await listAll(at.app(), { ...filter, limit: [3, 1000][below(2)] } as never);
    expect(
      found.alerts.map(({ id }) => id),
      JSON.stringify(filter),
    ).toEqual(wanted.map(({ id }) => id));
    expect(new Set(found.totals), JSON.stringify(filter)).toEqual(new Set([wanted.length]));
  }
  const kept = (table: string, columns: string) =>
    queryBeside(
      at.app().dataDir,
      `SELECT ${columns}, n FROM ${table} WHERE n <> 0 ORDER BY 1, 2, 3, 4`,
    );
  const scanned = (columns: string) =>
    queryBeside(
      at.app().dataDir,
      `SELECT ${columns}, count(*) AS n FROM alerts WHERE suppressed_by IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    );
  expect(kept('suppressed_totals', 'rule_id, source, status, severity')).toEqual(
    scanned('suppressed_by AS rule_id, source, status, severity'),
  );
  expect(kept('suppressed_counts', 'hour, source, status, severity')).toEqual(
    scanned('created_at / 3600000 AS hour, source, status, severity'),
  );
  const burn = (await (await at.app().request('GET', '/api/dashboard/sla')).json()) as {
    severities: Record<string, { within: number; dueSoon: number; breached: number }>;
  };
  for (const severity of severities) {
    const of = burn.severities[severity];
    expect((of?.within ?? 0) + (of?.dueSoon ?? 0) + (of?.breached ?? 0)).toBe(
      alerts.filter((a) => a.severity === severity && a.status === 'OPEN' && !a.suppressedBy)
        .length,
    );
  }
});
