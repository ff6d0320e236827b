/** What receivers take over real sockets: lines a second, and what is lost at the promised burst. */
import { dirname } from 'node:path';
import { openTestDb } from '../helpers/open-test-db.ts';
import { drainInto, openRig } from '../helpers/receiver-rig.ts';
import { sendBurst } from '../helpers/send-burst.ts';
import type { BenchContext } from './main.ts';

const LINES_A_SECOND = 20_000;
const SECONDS = 10;

export async function benchReceivers({ report }: Pick<BenchContext, 'report'>): Promise<void> {
  for (const transport of ['tcp', 'udp'] as const) {
    const db = openTestDb();
    const settings = { address: '127.0.0.1', port: 0, transport };
    const dataDir = dirname(db.storage.databasePath);
    const rig = await openRig({ receiver: 'syslog', settings, dataDir });
    const port = rig.port(transport.toUpperCase());
    const sent = await sendBurst({ transport, port, perSecond: LINES_A_SECOND, seconds: SECONDS });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { received, lost } = rig.state();
    const note = `${sent.lines} lines of CEF in ${Math.round(sent.ms / 100) / 10} s`;
    const rate = (received * 1_000) / sent.ms;
    const bar = transport === 'tcp' ? '>= 19000' : '';
    report(`receivers.${transport}`, rate, 'lines/s', bar, note);
    report(`receivers.${transport}.lost`, lost, 'lines', transport === 'tcp' ? '<= 0' : '', note);
    if (transport === 'tcp') {
      const started = performance.now();
      await drainInto(db, rig.run.plan);
      const kept = (rig.state().kept * 1_000) / (performance.now() - started);
      report(
        'receivers.kept',
        kept,
        'alerts/s',
        '',
        'out of the spool into the database, one core',
      );
    }
    await rig.close();
    db.close();
  }
}
