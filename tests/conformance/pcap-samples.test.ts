import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAPTURES, captureNames, eventsOf, readCaptureFile } from './capture-reading.ts';

const skip = !existsSync(CAPTURES);
if (skip) console.log('Skipped against real captures: ../shared/data is missing.');

type Expected = Readonly<Record<string, string>>;

/** One line a hello: who, to whom, JA4 and what it is made of. */
function expectedPrints(name: string): string[] {
  const text = readFileSync(join(CAPTURES, 'expected', `${name}.json`), 'utf8');
  const streams: Expected[] = JSON.parse(text);
  return streams.flatMap((stream) =>
    [1, 2, 3].flatMap((number) => {
      const print = stream[`JA4.${number}`];
      if (print === undefined) return [];
      const ends = `${stream.src}:${stream.srcport} ${stream.dst}:${stream.dstport}`;
      return [`${ends} ${stream.domain ?? ''} ${print} ${stream[`JA4_r.${number}`]}`];
    }),
  );
}

function ourPrints(name: string): string[] {
  return eventsOf(readCaptureFile(name).events, 'tls.client')
    .filter(({ carrier }) => carrier === 'tcp')
    .map((hello) => {
      const ends = `${hello.client}:${hello.clientPort} ${hello.server}:${hello.serverPort}`;
      return `${ends} ${hello.sni} ${hello.ja4} ${hello.ja4Raw}`;
    });
}

/** A hello behind an HTTP CONNECT, which the published results do not look for; tshark finds it, too. */
const MORE = 'https-connect.pcap';

const names = skip ? [] : captureNames();
const compared = names.filter((name) => existsSync(join(CAPTURES, 'expected', `${name}.json`)));

// Skipped where ../shared/data is missing.
describe.skipIf(skip)('captures with expected fingerprints', () => {
  test('[PC7] JA4 and its raw form are those of the published results, for every hello over TCP', () => {
    let hellos = 0;
    for (const name of compared) {
      const expected = expectedPrints(name).sort();
      const ours = ourPrints(name).sort();
      if (name === MORE) expect([ours.length, expected]).toEqual([1, []]);
      else expect(ours, name).toEqual(expected);
      hellos += expected.length;
    }
    expect(compared).toHaveLength(37);
    expect(hellos).toBe(160);
  });

  test('[PC1] nothing of a whole capture is called damaged, and no limit is met', () => {
    for (const name of names) {
      const { receipt } = readCaptureFile(name);
      expect([receipt.damages, receipt.limits], name).toEqual([[], {}]);
    }
  });

  test('[PC2] what is read does not depend on how the bytes arrive', () => {
    for (const name of ['tls3.pcapng', 'http1.pcapng', 'gre-sample.pcap', 'ssh2.pcapng']) {
      const whole = readCaptureFile(name, { chunk: 4_194_304 });
      expect(readCaptureFile(name, { chunk: 997 }), name).toEqual(whole);
    }
  });
});
