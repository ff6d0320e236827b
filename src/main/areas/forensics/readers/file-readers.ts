/**
 * Readers of files that are no logs: what a file is, its hashes, texts, entropy, what YARA rules and hash
 * sets say of it; of PE and ELF files what their headers say. A file of strangers is read, never run;
 * YARA runs in a thread that is ended when it takes too long.
 */
import { createHash } from 'node:crypto';
import { readElf } from '../../../../shared/areas/forensics/elf/read-elf.ts';
import { fileKindOf } from '../../../../shared/areas/forensics/files/file-kind.ts';
import { unopenedArchive } from '../../../../shared/areas/forensics/files/unopened-archives.ts';
import { readPe } from '../../../../shared/areas/forensics/pe/read-pe.ts';
import type { YaraMatch } from '../../../../shared/areas/forensics/yara/yara.types.ts';
import type { HashLookup } from '../hash-sets/hash-sets.types.ts';
import { boundedFact } from '../malware/bounded-fact.ts';
import { type FileFields, fieldsOf, fileEvent } from '../malware/file-events.ts';
import { type PassResult, passOver } from '../malware/file-pass.ts';
import { compiledEvents, hashSetEvents, yaraEvents } from '../malware/finding-events.ts';
import { createYaraPass, type YaraPassResult } from '../malware/yara-pass.ts';
import { YaraEngine } from '../yara/yara-engine.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';

/** A YARA rule that is switched on, with the whole text of the file it stands in. */
export interface YaraRuleRow {
  readonly ruleId: string;
  readonly packId: string;
  /** The rule's name in YARA. */
  readonly title: string;
  readonly level: string | null;
  /** The file's path in its pack. */
  readonly name: string;
  readonly text: string;
}

export interface FileReaderPorts {
  yaraRules(): readonly YaraRuleRow[];
  openHashSets(): HashLookup;
}

/** Characters of JSON; a receipt takes 256 KiB of facts. */
const FACT = { headers: 110_000, strings: 60_000, yara: 40_000 };
const MOST_STRING = 200;
const VERSION = '1';
const SURE = 100;

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

export function createFileReaders(ports: FileReaderPorts): readonly EvidenceReader[] {
  const family = 'malware' as const;
  return [
    {
      id: 'pe',
      label: 'Windows program (PE)',
      family,
      version: VERSION,
      recognise: (head) => (kindIs(head, 'Windows program or library (PE)') ? SURE : 0),
      read: (input, sink) => examine(ports, input, sink, readPeFacts),
    },
    {
      id: 'elf',
      label: 'Linux program (ELF)',
      family,
      version: VERSION,
      recognise: (head) => (kindIs(head, 'ELF program or library') ? SURE : 0),
      read: (input, sink) => examine(ports, input, sink, readElfFacts),
    },
    {
      id: 'any-file',
      label: 'Any file',
      family,
      version: VERSION,
      recognise: () => 1,
      read: (input, sink) => examine(ports, input, sink, async () => {}),
    },
  ];
}

const kindIs = (head: Uint8Array, label: string) => fileKindOf(head, head.length).label === label;

type Headers = (input: ReaderInput, sink: ReaderSink, fields: FileFields) => Promise<void>;

async function examine(
  ports: FileReaderPorts,
  input: ReaderInput,
  sink: ReaderSink,
  readHeaders: Headers,
): Promise<void> {
  const rows = ports.yaraRules();
  const { pass, yara } = await readThrough(input, sink, rows);
  const { label, group } = fileKindOf(pass.head, pass.size);
  const fields = fieldsOf(input.name, label, pass);
  const unopened = unopenedArchive(pass.head, pass.size);
  if (unopened !== null) sink.problem({ what: unopened, where: null, isLoss: true });
  const answers = askSets(ports, pass);
  const { entropy, blockSize, blocks } = pass;
  sink.fact('file', {
    kind: label,
    group,
    size: pass.size,
    md5: pass.md5,
    sha1: pass.sha1,
    sha256: pass.sha256,
  });
  sink.fact('entropy', { entropy, blockSize, blocks });
  sink.fact('hashSets', answers);
  tellYara(sink, rows, yara);
  tellStrings(sink, pass);
  await sink.events([
    fileEvent(fields),
    ...yaraEvents(yara.matches, fields),
    ...hashSetEvents(answers.found, fields),
  ]);
  await readHeaders(input, sink, fields);
}

async function readThrough(input: ReaderInput, sink: ReaderSink, rows: readonly YaraRuleRow[]) {
  const engine = new YaraEngine();
  engine.use(textsOf(rows));
  const scan = rows.length === 0 ? null : createYaraPass(engine, input.size);
  let reached = 0;
  // A scan can take seconds: it ends with its thread.
  const stop = () => void engine.close();
  input.signal.addEventListener('abort', stop);
  try {
    const pass = await passOver(input.bytes(), input.size, async (piece) => {
      await scan?.add(piece);
      reached += piece.length;
      sink.reached(reached);
      input.signal.throwIfAborted();
    });
    const nothing: YaraPassResult = { matches: [], rules: 0, notes: [] };
    const yara = (await scan?.done()) ?? nothing;
    input.signal.throwIfAborted();
    return { pass, yara: { ...yara, matches: switchedOn(yara.matches, rows) } };
  } finally {
    input.signal.removeEventListener('abort', stop);
    await engine.close();
  }
}

/** A text may hold rules that are switched off: what they match is not told. */
function switchedOn(matches: readonly YaraMatch[], rows: readonly YaraRuleRow[]) {
  const known = rowsByRule(rows);
  return matches.filter((match) => known.has(`${match.source}\0${match.identifier}`));
}

const rowsByRule = (rows: readonly YaraRuleRow[]) =>
  new Map(rows.map((row) => [`${sourceOf(row)}\0${row.title}`, row]));

/** Each file of rules once; several rows may have the same. */
const sourceOf = ({ packId, name }: YaraRuleRow) => `${packId}/${name}`;

function textsOf(rows: readonly YaraRuleRow[]) {
  const texts = new Map(rows.map((row) => [sourceOf(row), row.text]));
  return [...texts].map(([name, text]) => ({ name, text }));
}

function askSets(ports: FileReaderPorts, { md5: first, sha1, sha256 }: PassResult) {
  const lookup = ports.openHashSets();
  try {
    return { sets: lookup.sets, found: lookup.find({ md5: first, sha1, sha256 }) };
  } finally {
    lookup.close();
  }
}

function tellYara(sink: ReaderSink, rows: readonly YaraRuleRow[], yara: YaraPassResult): void {
  for (const what of yara.notes) sink.problem({ what, where: null, isLoss: /not/.test(what) });
  const known = rowsByRule(rows);
  const hits = yara.matches.map((match) => hitOf(match, known));
  const { value, isCut } = boundedFact(hits, FACT.yara);
  sink.fact('yara', { rules: yara.rules, count: hits.length, isCut, hits: value });
}

function hitOf(match: YaraMatch, known: ReadonlyMap<string, YaraRuleRow>) {
  const row = known.get(`${match.source}\0${match.identifier}`);
  return {
    ruleId: row?.ruleId ?? null,
    title: match.identifier,
    level: row?.level ?? match.meta.level ?? null,
    description: match.meta.description ?? '',
    attack: match.meta.attack ?? '',
    tags: match.tags,
    placeCount: match.placeCount,
    places: match.places,
    matched: match.places.map(({ pattern, offset }) => ({
      field: pattern,
      value: `offset ${offset}`,
    })),
  };
}

function tellStrings(sink: ReaderSink, { strings }: PassResult): void {
  const shown: [number, string, string][] = [];
  let room = FACT.strings;
  for (const { offset, encoding, text } of strings.found.toSorted((a, b) => a.offset - b.offset)) {
    const row: [number, string, string] = [offset, encoding, text.slice(0, MOST_STRING)];
    room -= JSON.stringify(row).length + 1;
    if (room < 0) break;
    shown.push(row);
  }
  sink.fact('strings', { count: strings.count, shown });
}

const readPeFacts: Headers = async (input, sink, fields) => {
  const file = input.random();
  try {
    const facts = readPe(file, md5);
    if (facts === null) return;
    for (const { what, offset, isLoss } of facts.problems) {
      sink.problem({ what, where: offset === null ? null : `offset ${offset}`, isLoss });
    }
    const { value, isCut } = boundedFact({ ...facts, problems: [] }, FACT.headers);
    sink.fact('pe', { facts: value, isCut });
    await sink.events(compiledEvents(facts, fields));
  } finally {
    file.close();
  }
};

const readElfFacts: Headers = async (input, sink) => {
  const file = input.random();
  try {
    const facts = readElf(file);
    if (facts === null) return;
    for (const { what, offset, isLoss } of facts.problems) {
      sink.problem({ what, where: offset === null ? null : `offset ${offset}`, isLoss });
    }
    const { value, isCut } = boundedFact({ ...facts, problems: [] }, FACT.headers);
    sink.fact('elf', { facts: value, isCut });
  } finally {
    file.close();
  }
};
