/** The burst that is promised, over a real connection, through the spool, into a real database. */
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDb } from '../helpers/open-test-db.ts';
import { drainInto, openRig } from '../helpers/receiver-rig.ts';
import { sendBurst } from '../helpers/send-burst.ts';

/** `WATCHFLOOR_BURST_SECONDS=30` runs the whole burst; taking it out of the spool takes minutes. */
const SECONDS = Number(process.env.WATCHFLOOR_BURST_SECONDS ?? 6);
const LINES_A_SECOND = 20_000;

async function burst(transport: 'tcp' | 'udp') {
  const db = openTestDb();
  const rig = await openRig({
    receiver: 'syslog',
    settings: { address: '127.0.0.1', port: 0, transport },
    dataDir: dirname(db.storage.databasePath),
  });
  try {
    const sent = await sendBurst({
      transport,
      port: rig.port(transport.toUpperCase()),
      perSecond: LINES_A_SECOND,
      seconds: SECONDS,
    });
    const taken = () => rig.state().received + rig.state().lost;
    for (let before = -1; before !== taken(); ) {
      before = taken();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
    const accepted = rig.state().received;
    const begun = performance.now();
    const cpu = process.threadCpuUsage();
    for (let round = 0; round < 60 && rig.state().waiting > 0; round++) {
      await drainInto(db, rig.run.plan);
    }
    const state = rig.state();
    const perSecond = Math.round((state.kept * 1_000) / (performance.now() - begun));
    const { user, system } = process.threadCpuUsage(cpu);
    const each = ((user + system) / state.kept).toFixed(1);
    process.stdout.write(
      `${transport}: ${state.kept} kept, ${perSecond}/s, ${each} µs of the writing thread each\n`,
    );
    return { sent, accepted, state };
  } finally {
    await rig.close();
    db.close();
  }
}

test('[RC16] 20,000 lines a second over TCP are all kept', async () => {
  const { sent, state } = await burst('tcp');
  expect(sent.lines).toBe(LINES_A_SECOND * SECONDS);
  expect(state).toMatchObject({ received: sent.lines, kept: sent.lines, lost: 0, rejected: 0 });
}, 600_000);

test('[RC7] over UDP what does not arrive is counted as lost', async () => {
  const { sent, accepted, state } = await burst('udp');
  expect(state.kept).toBe(accepted);
  expect(accepted + state.lost).toBeGreaterThan(sent.lines * 0.98);
  expect(accepted + state.lost).toBeLessThanOrEqual(sent.lines);
}, 600_000);
