/**
 * Logs that evtxexport turned into XML, read back: the fields must be those of the log itself. What
 * evtxexport writes otherwise than Windows is put right first; events it writes as no XML are left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadReaders } from '../../src/main/areas/forensics/readers/all-readers.ts';
import { evtxReader } from '../../src/main/areas/forensics/readers/evtx.reader.ts';
import { evtxXmlReader } from '../../src/main/areas/forensics/readers/evtx-xml.reader.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';
import { readEvidence } from '../helpers/read-evidence.ts';
import { EVTX_SAMPLES } from './evtx-reading.ts';

const PEER = 'evtxexport';
const noPeer = !existsSync(EVTX_SAMPLES) || spawnSync(PEER, ['-V']).error !== undefined;
if (noPeer) console.log('Skipped against evtxexport: libevtx-utils or ../shared/data is missing.');

/** GUIDs in braces and of any case (in XML a text cannot be told from a GUID), padded numbers, seven or nine digits of a second, ends of lines. */
const plain = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    // What XML forbids is read as this (docs/spec/log-readers.md).
    .replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}/gu, '\ufffd')
    .trim()
    .replace(/^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i, (_, guid: string) =>
      guid.toUpperCase(),
    )
    .replace(/^0x0*([0-9a-f]+)$/i, (_, digits: string) => String(BigInt(`0x${digits}`)))
    .replace(/(T[\d:]{8})\.(\d+?)0*Z?$/, '$1.$2');

const textsOf = (event: EvidenceEvent): Map<string, string> =>
  new Map(
    Object.entries(event.fields).map(([name, value]) => [
      name,
      (typeof value === 'string' ? [value] : value).map(plain).join('\n'),
    ]),
  );

/** Of fields that both have; a rendering is left out by evtxexport. */
function differencesOf(xml: EvidenceEvent, log: EvidenceEvent): string[] {
  const [theirs, ours] = [textsOf(xml), textsOf(log)];
  return [...theirs].flatMap(([name, value]) => {
    const own = ours.get(name);
    return own === value ? [] : [`${name}: ${value.slice(0, 80)} | ${own?.slice(0, 80)}`];
  });
}

const idOf = ({ fields }: EvidenceEvent): string => String(fields.EventRecordID ?? '');

// Skipped where evtxexport or ../shared/data is missing.
test.skipIf(noPeer)(
  '[EVT4] what evtxexport writes as XML is read as the log itself is',
  { timeout: 600_000 },
  async () => {
    expect((await loadReaders()).map(({ id }) => id)).toContain(evtxXmlReader.id);
    const found: string[] = [];
    let compared = 0;
    for (const path of globSync('*.evtx', { cwd: EVTX_SAMPLES })) {
      const file = join(EVTX_SAMPLES, path);
      const peer = spawnSync(PEER, ['-f', 'xml', file], { maxBuffer: 2 ** 28 });
      const events = peer.stdout.toString('utf8').match(/<Event [\s\S]*?<\/Event>/g) ?? [];
      const log = await readEvidence(evtxReader, readFileSync(file));
      const ours = new Map(log.events.map((event) => [idOf(event), event]));
      const { events: xml } = await readEvidence(evtxXmlReader, events.join('\n'));
      for (const event of xml) {
        const own = ours.get(idOf(event));
        // Carved records, and texts whose markup evtxexport leaves as it is.
        if (!own || Object.values(own.fields).join('').includes('<')) continue;
        compared++;
        for (const line of differencesOf(event, own)) found.push(`${path} ${idOf(event)} ${line}`);
        if (event.timeMs !== own.timeMs) found.push(`${path} ${idOf(event)} time`);
      }
    }
    expect(found.slice(0, 40)).toEqual([]);
    expect(compared).toBeGreaterThan(10_000);
  },
);
