/** The rules that are switched on, with their tuning, as one compiled set. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { filterText } from '../../../../shared/areas/forensics/rules/rule-text.ts';
import { parseSigma } from '../../../../shared/areas/forensics/sigma/parse-sigma.ts';
import type {
  SigmaDocument,
  SigmaInfo,
  SigmaPorts,
  SigmaRule,
} from '../../../../shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma, type SigmaSet } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import type { Database } from '../../../db/database.ts';
import type { RuleRow } from './packs.store.ts';
import { documentsOf, runnableRules, textOf } from './rules-list.store.ts';
import { activeTunings } from './tuning.store.ts';

export interface LoadedRules {
  readonly set: SigmaSet;
  /** The row of a rule or correlation, by what the engine says of it. */
  readonly rowOf: ReadonlyMap<SigmaInfo, RuleRow>;
  readonly notes: readonly string[];
}

const PAUSE_EVERY = 200;

/** A rule without an id of its own is known by its row's, so that a filter can name it. */
export function asNamed<T extends SigmaDocument>(document: T, row: Pick<RuleRow, 'id'>): T {
  if (document.info.id !== null) return document;
  return { ...document, info: { ...document.info, id: row.id } };
}

export function parseOne(text: string, ports: SigmaPorts): SigmaDocument | string {
  const [entry] = parseSigma(text, ports);
  if (entry?.state === 'ready') return entry.document;
  return entry ? `${entry.state}: ${entry.reasons.join('; ')}` : 'no rule';
}

/** A person's filter for one rule, or why it cannot run. */
export function parseFilter(
  { name, text }: { name: string; text: string },
  rule: SigmaRule,
  ports: SigmaPorts,
): SigmaDocument | string {
  const { info, logsource } = rule;
  return parseOne(filterText(name, text, { id: info.id ?? '', logsource }), ports);
}

export async function loadRules(
  db: Database,
  ports: SigmaPorts,
  signal: AbortSignal,
): Promise<LoadedRules> {
  const { rows, kept, tunings } = db.read('rules.load', (reader) => {
    const runnable = runnableRules(reader);
    const hashes = runnable.map(({ hash }) => hash);
    return { rows: runnable, kept: documentsOf(reader, hashes), tunings: activeTunings(reader) };
  });
  const documents: SigmaDocument[] = [];
  const rowOf = new Map<SigmaInfo, RuleRow>();
  const known = new Set<string>();
  const notes: string[] = [];
  let twice = 0;
  let at = 0;
  for (const row of rows) {
    if (++at % PAUSE_EVERY === 0) await nextTurn();
    signal.throwIfAborted();
    if (known.has(row.ruleKey)) {
      twice++;
      continue;
    }
    const json = kept.get(row.hash);
    const read =
      json === undefined
        ? parseOne(
            db.read('rules.text', (reader) => textOf(reader, row)),
            ports,
          )
        : (JSON.parse(json) as SigmaDocument);
    if (typeof read === 'string') {
      notes.push(`${row.title}: ${read}`);
      continue;
    }
    known.add(row.ruleKey);
    const document = asNamed(read, row);
    documents.push(document);
    rowOf.set(document.info, row);
    if (document.kind !== 'rule') continue;
    for (const tuning of tunings.get(row.id) ?? []) {
      const filter = parseFilter(tuning, document, ports);
      if (typeof filter === 'string')
        notes.push(`The filter '${tuning.name}' of ${row.title} does not run: ${filter}`);
      else documents.push(filter);
    }
  }
  if (twice > 0) notes.push(`Rules that are in several packs and ran once: ${twice}`);
  await nextTurn();
  signal.throwIfAborted();
  const set = compileSigma(documents, ports);
  const fell = set.lines.filter(({ state }) => state !== 'ready');
  if (fell.length > 0)
    notes.push(
      `Rules that cannot run: ${fell.length}; ${fell[0]?.info.title}: ${fell[0]?.reasons.join('; ')}`,
    );
  return { set, rowOf, notes };
}
