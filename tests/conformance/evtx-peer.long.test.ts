import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { xmlDifference } from './evtx-oracles.ts';
import { EVTX_SAMPLES, linesOf, readLog } from './evtx-reading.ts';

const PEER = 'evtxexport';
const noPeer = !existsSync(EVTX_SAMPLES) || spawnSync(PEER, ['-V']).error !== undefined;
if (noPeer) console.log('Skipped against evtxexport: libevtx-utils or ../shared/data is missing.');

/** An exported log numbers its records anew; the event keeps its number. */
const RECORD_ID = 'Event/System/EventRecordID=';

// Skipped where evtxexport or ../shared/data is missing.
test.skipIf(noPeer)(
  '[EVT4] every value that evtxexport shows is ours, record by record',
  () => {
    const found: string[] = [];
    let compared = 0;
    for (const path of globSync('*.evtx', { cwd: EVTX_SAMPLES })) {
      const file = join(EVTX_SAMPLES, path);
      const peer = spawnSync(PEER, ['-f', 'xml', file], { maxBuffer: 2 ** 28 });
      const events = peer.stdout.toString('utf8').match(/<Event [\s\S]*?<\/Event>/g) ?? [];
      const ours = new Map(
        readLog(readFileSync(file))
          .records.filter(({ place }) => place === 'used')
          .map(({ event }) => linesOf(event))
          .map((lines) => [lines.find((line) => line.startsWith(RECORD_ID)), lines]),
      );
      for (const event of events) {
        const id = `${RECORD_ID}${/<EventRecordID>(\d+)</.exec(event)?.[1]}`;
        const difference = xmlDifference(event, ours.get(id) ?? []);
        if (difference !== null) found.push(`${path} ${id} ${difference}`);
        compared++;
      }
    }
    expect(found).toEqual([]);
    expect(compared).toBeGreaterThan(15_000);
  },
  120_000,
);
