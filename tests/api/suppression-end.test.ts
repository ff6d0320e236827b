import { describe, expect, test } from 'vitest';
import { tellWhatIsDue } from '../../src/main/areas/notifications/due-check.ts';
import { createDatabase } from '../../src/main/db/database.ts';
import { createGateMemory, WriteGate } from '../../src/main/db/write-gate.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { DeskAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type { ChangedSuppression } from '../../src/shared/areas/suppression/suppression.contract.ts';
import { createAlert, updateAlert } from '../helpers/alert-calls.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { seedApp, seededId } from '../helpers/control-seed.ts';
import { answered, NOISE, openSuppression, until } from '../helpers/suppression-calls.ts';

const DAY_MS = 86_400_000;
const CONTROL = seededId('c', 0);
const at = openSuppression();
const { call, make, get, post, later, listed, inDays } = at;

describe('its end', () => {
  test('[SU13] [SU19] ending gives open alerts back, and can be undone with them', async () => {
    const rule = await make();
    const [one, two] = [await createAlert(at.app(), NOISE), await createAlert(at.app(), NOISE)];
    await updateAlert(at.app(), two.id, { status: 'IN_PROGRESS' });
    await updateAlert(at.app(), two.id, { status: 'FALSE_POSITIVE' });
    expect((await call('POST', `/${rule.id}/end`, {})).status).toBe(400);
    const ended = await post(`/${rule.id}/end`, { reason: 'The disk was replaced' });
    expect(ended).toMatchObject({
      state: 'ENDED',
      endReason: 'The disk was replaced',
      reopening: 'ALERTS',
      hits: 2,
      hidden: 1,
      hiddenOpen: 0,
    });
    expect((await listed({ status: 'OPEN' })).alerts.map(({ id }) => id)).toEqual([one.id]);
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBeNull();
    expect((await call('POST', `/${rule.id}/end`, { reason: 'x' })).status).toBe(409);
    expect((await call('PATCH', `/${rule.id}`, { name: 'x' })).status).toBe(409);
    const undo = await at
      .app()
      .request('POST', `/api/actions/${ended.actionId}/undo`, { body: {} });
    expect(undo.status).toBeLessThan(300);
    expect(await get(rule.id)).toMatchObject({ state: 'ACTIVE', hiddenOpen: 1, endReason: null });
  });

  test('[SU13] or lets pass only what arrives from then on', async () => {
    const rule = await make();
    await createAlert(at.app(), NOISE);
    const ended = await post(`/${rule.id}/end`, { reason: 'Done', reopening: 'NEW' });
    expect(ended).toMatchObject({ state: 'ENDED', hiddenOpen: 1 });
    expect((await listed()).total).toBe(0);
    await createAlert(at.app(), NOISE);
    expect((await listed()).total).toBe(1);
  });

  test('[SU13] [SU14] an expired rule reopens itself and tells its owner', async () => {
    const rule = await make({ expiresAt: inDays(0, 1000) });
    const hidden = await createAlert(at.app(), NOISE);
    at.app().clock.advance(1000);
    // Any change of a rule makes the keeper look.
    await make({ name: 'Another', scope: { hosts: ['elsewhere'] } });
    const over = await until(
      () => get(rule.id),
      ({ hiddenOpen }) => hiddenOpen === 0,
    );
    expect(over).toMatchObject({
      state: 'EXPIRED',
      endedByName: null,
      reopening: 'ALERTS',
      hits: 1,
    });
    expect((await listed({ status: 'OPEN' })).alerts.map(({ id }) => id)).toEqual([hidden.id]);
    expect(
      queryBeside(
        at.app().dataDir,
        "SELECT account, title FROM notifications WHERE kind = 'review-due'",
      ),
    ).toEqual([{ account: at.owner(), title: "Suppression rule 'Nightly backup' has expired" }]);
  });

  test('[SU22] the end by time is an action of the desk by Watchfloor, and final', async () => {
    const rule = await make({ expiresAt: inDays(0, 1000) });
    const hidden = await createAlert(at.app(), NOISE);
    at.app().clock.advance(1000);
    await make({ name: 'Another', scope: { hosts: ['elsewhere'] } });
    await until(
      () => get(rule.id),
      ({ hiddenOpen }) => hiddenOpen === 0,
    );
    const response = await at.app().request('GET', '/api/actions');
    const actions = (await response.json()) as DeskAction[];
    const ended = actions.find(({ kind }) => kind === 'suppression.expire');
    expect(ended).toMatchObject({
      actorName: 'Watchfloor',
      summary: "End suppression rule 'Nightly backup', whose time is over",
      isFinal: true,
      state: 'DONE',
    });
    // The rule, and the alert that came back.
    expect(ended?.rowCount).toBe(2);
    const undo = await at.app().request('POST', `/api/actions/${ended?.id}/undo`, { body: {} });
    expect([undo.status, (await undo.json()).message]).toEqual([
      409,
      expect.stringContaining('cannot be undone'),
    ]);
    expect((await listed({ status: 'OPEN' })).alerts.map(({ id }) => id)).toEqual([hidden.id]);
  });

  test('[SU14] the owner is told 7 days and 1 day before, and the calendar shows the day', async () => {
    const rule = await make({ expiresAt: inDays(10) });
    const connection = openBeside(at.app().dataDir, 'writable');
    const db = createDatabase({
      ...{ connection, clock: at.app().clock, log: silentLog, emit: () => {} },
      gate: new WriteGate(createGateMemory(), 1, 'interactive'),
    });
    const told = () =>
      queryBeside(
        at.app().dataDir,
        "SELECT title, account FROM notifications WHERE link LIKE '/suppressions%' ORDER BY created_at, id",
      );
    const tell = () => tellWhatIsDue(db, at.app().clock.now(), newUuid);
    tell();
    expect(told()).toEqual([]);
    at.app().clock.advance(3 * DAY_MS);
    tell();
    tell();
    at.app().clock.advance(3 * DAY_MS);
    tell();
    at.app().clock.advance(3 * DAY_MS);
    tell();
    expect(told()).toEqual([
      { title: 'Your suppression rule expires in 7 days', account: at.owner() },
      { title: 'Your suppression rule expires tomorrow', account: at.owner() },
    ]);
    connection.close();
    await later(0);
    const day = rule.expiresAt.slice(0, 10);
    const response = await at
      .app()
      .request('GET', `/api/calendar?from=${day}&to=${day}&kinds=suppression`, {
        token: at.token() ?? null,
      });
    expect(await response.json()).toEqual([
      expect.objectContaining({ kind: 'suppression', title: 'Nightly backup', id: rule.id }),
    ]);
  });

  test('[SU15] an extension needs a reason and a later day within the setting', async () => {
    const rule = await make();
    const extend = (sent: object) => call('POST', `/${rule.id}/extend`, sent);
    expect((await extend({ expiresAt: inDays(20) })).status).toBe(400);
    expect((await extend({ expiresAt: inDays(13), reason: 'x' })).status).toBe(400);
    expect((await extend({ expiresAt: inDays(31), reason: 'x' })).status).toBe(400);
    const extended = await answered(
      await extend({ expiresAt: inDays(30), reason: 'Not yet fixed' }),
    );
    expect(extended.expiresAt).toBe(inDays(30));
    const undo = await at
      .app()
      .request('POST', `/api/actions/${extended.actionId}/undo`, { body: {} });
    expect(undo.status).toBeLessThan(300);
    expect((await get(rule.id)).expiresAt).toBe(inDays(14));
  });
});

describe('changes', () => {
  test('[SU16] edits that cross are merged by field, or are a conflict', async () => {
    const rule = await make();
    const named = await answered(
      await call('PATCH', `/${rule.id}`, { name: 'Backup noise', baseRevision: rule.revision }),
    );
    expect(named.name).toBe('Backup noise');
    const merged = await answered<ChangedSuppression & { merged: { field: string }[] }>(
      await call('PATCH', `/${rule.id}`, { reason: 'Another', baseRevision: rule.revision }),
    );
    expect(merged.merged).toMatchObject([{ field: 'name' }]);
    const clash = await call('PATCH', `/${rule.id}`, { name: 'Mine', baseRevision: rule.revision });
    expect(clash.status).toBe(409);
    expect((await call('PATCH', `/${rule.id}`, { scope: { hosts: ['*'] } })).status).toBe(400);
    expect(
      (await call('PATCH', `/${rule.id}`, { scope: { hosts: ['a'], maxSeverity: 'CRITICAL' } }))
        .status,
    ).toBe(400);
  });

  test('[SU7] a changed scope holds for what arrives from then on', async () => {
    const rule = await make();
    await answered(await call('PATCH', `/${rule.id}`, { scope: { hosts: ['db-*'] } }));
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBeNull();
    expect((await createAlert(at.app(), { ...NOISE, sourceHost: 'DB-7' })).suppressedBy).toBe(
      rule.id,
    );
  });

  test('[SU19] undoing the making of a rule brings its alerts back', async () => {
    const rule = await make();
    await createAlert(at.app(), NOISE);
    const undo = await at.app().request('POST', `/api/actions/${rule.actionId}/undo`, { body: {} });
    expect(undo.status).toBeLessThan(300);
    expect((await call('GET', `/${rule.id}`)).status).toBe(404);
    const back = await until(
      () => listed(),
      ({ total }) => total === 1,
    );
    expect(back.total).toBe(1);
    expect((await createAlert(at.app(), NOISE)).suppressedBy).toBeNull();
  });

  test('[SU19] its history says who did what, and why', async () => {
    const rule = await make();
    await answered(await call('PATCH', `/${rule.id}`, { name: 'Renamed' }));
    await post(`/${rule.id}/end`, { reason: 'Over' });
    const { steps } = (await (
      await at.app().request('GET', `/api/history/suppression_rules/${rule.id}`)
    ).json()) as { steps: { action: string; reason: string | null }[] };
    expect(steps.map(({ action }) => action)).toEqual([
      'suppression.end',
      'suppression.update',
      'suppression.create',
    ]);
    expect(steps[0]?.reason).toBe('Over');
  });

  test('[SU18] a rule is an exception of the control it names, and ends with it', async () => {
    seedApp(at.app(), { frameworks: 1, controls: 4, evidence: 0 });
    const exceptions = () =>
      queryBeside(
        at.app().dataDir,
        'SELECT control_id, expires_at, ended_at, reason FROM control_exceptions ORDER BY created_at, id',
      );
    const rule = await make({ controlId: CONTROL });
    expect(rule.control).toMatchObject({ id: CONTROL, ref: 'C-0' });
    expect(exceptions()).toMatchObject([
      { control_id: CONTROL, expires_at: Date.parse(inDays(14)), ended_at: null },
    ]);
    const ofControl = async (what: string) =>
      (await at.app().request('GET', `/api/compliance/controls/${CONTROL}/${what}`)).json();
    expect(await ofControl('exceptions')).toMatchObject([
      { isInForce: true, rule: { id: rule.id, name: rule.name } },
    ]);
    expect(await ofControl('soc-proof')).toMatchObject({
      rules: [{ id: rule.id, name: rule.name, expiresAt: inDays(14) }],
    });
    await post(`/${rule.id}/extend`, { expiresAt: inDays(20), reason: 'x' });
    expect(exceptions()).toMatchObject([{ expires_at: Date.parse(inDays(20)) }]);
    const ended = await post(`/${rule.id}/end`, { reason: 'x' });
    expect(exceptions()).toMatchObject([{ ended_at: at.app().clock.now() }]);
    expect(await ofControl('soc-proof')).toMatchObject({ rules: [] });
    await at.app().request('POST', `/api/actions/${ended.actionId}/undo`, { body: {} });
    expect(exceptions()).toMatchObject([{ ended_at: null }]);
    await answered(await call('PATCH', `/${rule.id}`, { controlId: seededId('c', 1) }));
    expect(exceptions()).toMatchObject([{ ended_at: at.app().clock.now() }, { ended_at: null }]);
  });

  test('[SU18] where there are controls one is named, by the caller or by what fits best', async () => {
    const register = async () =>
      answered<{ control: { ref: string } | null; rule: { name: string } | null }[]>(
        await at.app().request('GET', '/api/compliance/control-exceptions'),
      );
    const before = await make({ name: 'Of before' });
    expect(before.control).toBeNull();
    expect(await register()).toMatchObject([{ control: null, rule: { name: 'Of before' } }]);
    seedApp(at.app(), { frameworks: 1, controls: 4, evidence: 0 });
    const refused = await call('POST', '', at.body());
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'controlId' }] });
    const beside = openBeside(at.app().dataDir, 'writable');
    beside.exec(
      `UPDATE controls SET control_id = 'MON-1', title = 'Monitoring of events' WHERE id = '${CONTROL}'`,
    );
    beside.close();
    const made = await make({ name: 'By default' });
    expect(made.control).toMatchObject({ ref: 'MON-1' });
    expect((await call('PATCH', `/${made.id}`, { controlId: null })).status).toBe(400);
    // A rule of before is brought along by its next change.
    await post(`/${before.id}/extend`, { expiresAt: inDays(20), reason: 'x' });
    expect(await register()).toMatchObject([
      { control: { ref: 'MON-1' }, rule: { name: 'By default' } },
      { control: { ref: 'MON-1' }, rule: { name: 'Of before' } },
    ]);
    const ofControl = await answered<{ id: string }[]>(
      await at.app().request('GET', `/api/compliance/controls/${made.control?.id}/exceptions`),
    );
    const officer = await at.app().tokenFor('Compliance Officer');
    const end = await at
      .app()
      .request('POST', `/api/compliance/control-exceptions/${ofControl[0]?.id}/end`, {
        token: officer,
      });
    expect(end.status).toBe(409);
    await post(`/${made.id}/end`, { reason: 'x' });
    await post(`/${before.id}/end`, { reason: 'x' });
    expect(await register()).toEqual([]);
  });
});
