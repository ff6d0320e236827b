/** A file of strangers becomes a set: what it is is seen in it, not in its name. Refused, it leaves nothing. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { NetworkFacts } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { FileSays, KevFile, NetworkSink } from './enrichment.types.ts';
import { isKevHead, readKevCsv, readKevJson } from './kev.ts';
import { isMmdb, readMmdb } from './mmdb.ts';
import { createNetworkRows } from './network-rows.ts';
import { RangeBuilder } from './range-builder.ts';
import { writeFacts, writeRangeTable } from './range-table.ts';
import { countBytes, eachLine, unpacked, whole } from './read-bytes.ts';
import { openFolder, partPath, type StoredSet, saveSet } from './set-files.ts';

const MOST_FACTS = 2_000_000;
const MOST_REASONS = 10;

export const buildInputSchema = z.object({
  dataDir: z.string(),
  id: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  licence: z.string().nullable(),
  date: z.string().nullable(),
  now: z.number(),
});
type BuildInput = z.infer<typeof buildInputSchema>;

type Contents = Pick<StoredSet, 'kind' | 'entries' | 'rejected' | 'reasons' | 'v4' | 'v6'> &
  FileSays;

function createNetworks() {
  const facts = new Map<string, number>();
  const rejected = new Map<string, number>();
  const tables = { 4: new RangeBuilder(), 6: new RangeBuilder() };
  let systems = 0;
  const sink: NetworkSink = {
    factsOf(said: NetworkFacts) {
      const text = JSON.stringify(said);
      const known = facts.get(text);
      if (known !== undefined) return known;
      if (facts.size >= MOST_FACTS)
        throw new AppError(
          'bad-input',
          'A table tells of at most 2,000,000 different places or networks',
        );
      if (said.asn !== undefined) systems += 1;
      facts.set(text, facts.size);
      return facts.size - 1;
    },
    range: (family, start, end, number) => tables[family].add(start, end, number),
    reject: (reason) => void rejected.set(reason, (rejected.get(reason) ?? 0) + 1),
  };
  return { sink, facts, rejected, tables, isOfSystems: () => systems * 2 > facts.size };
}

const reasonsOf = (rejected: ReadonlyMap<string, number>) => {
  const reasons = [...rejected].slice(0, MOST_REASONS).map(([text, count]) => ({ text, count }));
  return { reasons, rejected: [...rejected.values()].reduce((sum, n) => sum + n, 0) };
};

function keepKev({ dataDir, id }: BuildInput, file: KevFile): Contents {
  writeFileSync(partPath(dataDir, id, 'kev'), JSON.stringify(file.entries), { mode: 0o600 });
  const { date, source, entries, rejected } = file;
  return {
    ...{ kind: 'kev', date, source, entries: entries.length, v4: 0, v6: 0 },
    ...reasonsOf(rejected),
  };
}

function keepNetworks(
  { dataDir, id }: BuildInput,
  networks: ReturnType<typeof createNetworks>,
  says: FileSays,
): Contents {
  const { facts, rejected, tables } = networks;
  if (facts.size === 0) throw new AppError('bad-input', 'No network is in this file');
  const v4 = writeRangeTable(partPath(dataDir, id, 'v4'), 4, tables[4].ranges());
  const v6 = writeRangeTable(partPath(dataDir, id, 'v6'), 6, tables[6].ranges());
  writeFacts(partPath(dataDir, id, 'facts'), facts.keys(), facts.size);
  const kind = networks.isOfSystems() ? 'asn' : 'geo';
  return { ...says, kind, entries: v4 + v6, v4, v6, ...reasonsOf(rejected) };
}

async function readContents(
  input: BuildInput,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Contents> {
  const { first, all } = await unpacked(bytes);
  const start = first.toString('utf8').trimStart();
  if (start.startsWith('{') || start.startsWith('\uFEFF{')) {
    const text = (await whole(all, 'kev')).toString('utf8').replace(/^\uFEFF/, '');
    return keepKev(input, readKevJson(text));
  }
  if (isKevHead(start))
    return keepKev(input, readKevCsv((await whole(all, 'kev')).toString('utf8')));
  const networks = createNetworks();
  if (first.includes(0)) {
    const file = await whole(all, 'mmdb');
    if (!isMmdb(file))
      throw new AppError(
        'bad-input',
        'This file is none that is known: neither a table nor a .mmdb file',
      );
    return keepNetworks(input, networks, readMmdb(file, networks.sink));
  }
  await eachLine(all, createNetworkRows(networks.sink));
  return keepNetworks(input, networks, { date: null, source: null });
}

/** @throws AppError 'bad-input' that says what is wrong with the file; the caller removes what was begun */
export async function buildSet(
  input: BuildInput,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredSet> {
  openFolder(input.dataDir);
  const counted = countBytes(source);
  const { date, source: said, ...contents } = await readContents(input, counted.bytes);
  const shown = input.date ?? date;
  const set: StoredSet = {
    ...contents,
    ...{ id: input.id, name: input.name, licence: input.licence ?? '', importedAt: input.now },
    source: input.source ?? said?.replace(/\p{Cc}/gu, ' ').slice(0, 200) ?? input.name,
    date: shown,
    dateFrom: shown === null ? null : input.date === null ? 'file' : 'person',
    ...{ sha256: counted.sha256(), bytes: counted.size() },
  };
  saveSet(input.dataDir, set);
  return set;
}
