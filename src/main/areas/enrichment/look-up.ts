/** Asks imported sets about a value. Some twenty reads of a few bytes a set; a damaged set is as if it were not. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type {
  EnrichmentFound,
  KevEntry,
} from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { parseAddress } from '../../../shared/areas/vendors/addresses.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { openFacts, openRangeTable } from './range-table.ts';
import { listSets, partPath, type StoredSet } from './set-files.ts';

const CVE = /^CVE-\d{4}-\d{4,10}$/i;
const text = z.string();
const kevSchema = z.array(
  z.object({
    ...{ cve: text, title: text, vendor: text, product: text },
    ...{ added: text, due: text, ransomware: text, action: text },
  }),
);

interface OpenSet {
  find(value: string): Pick<EnrichmentFound, 'network' | 'kev'> | null;
  close(): void;
}

function openKev(path: string): OpenSet {
  const entries = kevSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const byCve = new Map<string, KevEntry>(entries.map((entry) => [entry.cve, entry]));
  return {
    find(value) {
      const kev = CVE.test(value) ? byCve.get(value.toUpperCase()) : undefined;
      return kev ? { kev, network: null } : null;
    },
    close() {},
  };
}

function openNetworks(dataDir: string, id: string): OpenSet {
  const facts = openFacts(partPath(dataDir, id, 'facts'));
  const tables = {
    4: openRangeTable(partPath(dataDir, id, 'v4'), 4),
    6: openRangeTable(partPath(dataDir, id, 'v6'), 6),
  };
  return {
    find(value) {
      const address = parseAddress(value);
      const number = address && tables[address.family].find(address.value);
      const network = number === null ? null : facts.read(number);
      return network && { network, kev: null };
    },
    close() {
      for (const one of [facts, tables[4], tables[6]]) one.close();
    },
  };
}

export interface Lookup {
  readonly sets: number;
  find(value: string): EnrichmentFound[];
  close(): void;
}

export function openSets(dataDir: string, onDamaged: (set: StoredSet) => void): Lookup {
  const open = listSets(dataDir).flatMap((about) => {
    try {
      const isKev = about.kind === 'kev';
      const set = isKev
        ? openKev(partPath(dataDir, about.id, 'kev'))
        : openNetworks(dataDir, about.id);
      return [{ about, set }];
    } catch {
      onDamaged(about);
      return [];
    }
  });
  return {
    sets: open.length,
    find: (value) =>
      open.flatMap(({ about, set }) => {
        const found = set.find(value.trim());
        const { id: setId, kind, source, date, importedAt } = about;
        return found
          ? [{ setId, kind, source, date, importedAt: toIso(importedAt), ...found }]
          : [];
      }),
    close() {
      for (const { set } of open) set.close();
    },
  };
}
