/**
 * Makes a file for another product. It is streamed into the encrypted store, which puts it in its place
 * when it is whole; then the receipt says so. A failure or cancel leaves nothing.
 */
import { dirname } from 'node:path';
import { z } from 'zod';
import type { AttackPort } from '../../../shared/areas/exchange/alerts/attack.types.ts';
import {
  navigatorLayer,
  TechniqueCounter,
} from '../../../shared/areas/exchange/alerts/navigator.ts';
import { toVeris } from '../../../shared/areas/exchange/alerts/veris.ts';
import type { ExportSubject } from '../../../shared/areas/exchange/exchange.contract.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  FILE_KEPT_MS,
} from '../../../shared/areas/exchange/exchange.rules.ts';
import { mispEvent } from '../../../shared/areas/exchange/misp/write-event.ts';
import { caseBundle } from '../../../shared/areas/exchange/stix/case-bundle.ts';
import { Tally } from '../../../shared/areas/exchange/tally.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { LINE_FORMATS, type LineFormat, LOST, lineWriter, recordsOf } from './alert-lines.ts';
import { exchangeFiles, fileNameOf } from './exchange-files.ts';
import { ownId, STIX_PORTS } from './own-id.ts';
import type { PackageWriter } from './package/package.types.ts';
import { type CaseDeps, readCase } from './read-case.ts';
import { endReceipt, fileReceipt, NO_DETAILS } from './receipts.store.ts';

const exportInputSchema = z.object({
  receiptId: z.string(),
  // Settled and parsed by the service.
  subject: z.custom<ExportSubject>((value) => typeof value === 'object' && value !== null),
  format: z.enum(EXPORT_FORMATS),
  title: z.string(),
  password: z.string().nullable(),
});
export type ExportInput = z.infer<typeof exportInputSchema>;

export interface ExportDeps extends CaseDeps {
  readonly writePackage: PackageWriter;
}

/** What is written while a file is made. */
export interface Making {
  readonly input: ExportInput;
  readonly context: JobContext;
  readonly deps: ExportDeps;
  readonly losses: Tally;
  read: number;
  kept: number;
  precision: string | null;
  readonly notes: string[];
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  ...{ stix: '.stix.json', misp: '.misp.json', ocsf: '.ocsf.ndjson', ecs: '.ecs.ndjson' },
  ...{ timesketch: '.timesketch.jsonl', navigator: '.layer.json', veris: '.veris.json' },
  ...{ ndjson: '.ndjson', csv: '.csv', package: '.watchfloor.zip' },
};

export function createExportJob(deps: ExportDeps): JobFunction {
  return async (rawInput, context) => {
    const input = exportInputSchema.parse(rawInput);
    const { db, clock, signal, storage, startedBy } = context;
    const making: Making = {
      ...{ input, context, deps, losses: new Tally(), read: 0, kept: 0 },
      ...{ precision: 'ms', notes: [] },
    };
    const caller = { actor: startedBy, origin: 'user', action: 'exchange.export' } as const;
    const files = exchangeFiles(dirname(storage.databasePath), storage.key);
    try {
      const stored = await files.put(bytesOf(making), { signal, onTrial: true });
      const isSealed = input.password !== null;
      const ending = isSealed ? '.wfpackage' : ENDINGS[input.format];
      db.write({ ...caller, reason: `${input.format}: ${input.title}` }, (tx) => {
        endReceipt(tx, input.receiptId, {
          state: 'DONE',
          counts: { read: making.read, kept: making.kept, merged: 0, rejected: 0 },
          details: { ...NO_DETAILS, losses: making.losses.list(), notes: making.notes, isSealed },
          precision: making.precision,
        });
        fileReceipt(tx, input.receiptId, {
          ...{ name: fileNameOf(input.title, ending), sha256: stored.sha256, size: stored.size },
          expiresAt: clock.now() + FILE_KEPT_MS,
        });
        tx.note('exchange_receipts', 1);
      });
      files.keep(stored.sha256);
      return null;
    } catch (error) {
      const state = signal.aborted ? 'CANCELLED' : 'FAILED';
      const message =
        error instanceof AppError
          ? error.message
          : signal.aborted
            ? 'Cancelled.'
            : 'The export failed.';
      db.write(caller, (tx) => endReceipt(tx, input.receiptId, { state, message }));
      throw error;
    }
  };
}

async function* bytesOf(making: Making): AsyncGenerator<Uint8Array> {
  const { format } = making.input;
  const encoder = new TextEncoder();
  if (format === 'package') yield* making.deps.writePackage(making);
  else if ((LINE_FORMATS as readonly string[]).includes(format))
    for await (const text of linesOf(making, format as LineFormat)) yield encoder.encode(text);
  else if (format === 'navigator') yield encoder.encode(await layerOf(making));
  else yield encoder.encode(caseFile(making, format));
}

/** ATT&CK as formats ask for it. */
function attackOf(reader: ReadDb, { attack }: ExportDeps): AttackPort {
  const table = attack.of(reader);
  return {
    version: attack.dataOf(reader).version,
    technique(id) {
      const known = table.technique(id);
      return known ? { name: known.name, tactics: known.tactics } : null;
    },
  };
}

async function* linesOf(making: Making, format: LineFormat): AsyncGenerator<string> {
  const { context, deps, input, losses } = making;
  const attack = context.db.read('exchange.attack', (reader) => attackOf(reader, deps));
  const { head, line } = lineWriter(format, { alerts: deps.alerts, attack, losses });
  if (head !== '') yield head;
  const withRaw = format !== 'csv' && format !== 'timesketch';
  for await (const records of recordsOf(context, { ...input, alerts: deps.alerts, withRaw })) {
    making.read += records.length;
    making.kept += records.length;
    context.report({ done: making.read, total: null, message: null });
    yield records.map(line).join('');
  }
  if (making.read > 0) for (const what of LOST[format]) losses.add(what, null, making.read);
  if (format === 'timesketch') making.precision = 'ms, written in µs';
}

async function layerOf(making: Making): Promise<string> {
  const { context, deps, input, losses } = making;
  const counter = new TechniqueCounter();
  for await (const records of recordsOf(context, {
    ...input,
    alerts: deps.alerts,
    withRaw: false,
  })) {
    making.read += records.length;
    for (const { row } of records) {
      const { techniques, createdAt } = deps.alerts.toAlert(row);
      counter.add(techniques, createdAt);
      if (techniques.length === 0) losses.add('alerts that name no technique', row.id);
      else making.kept++;
    }
    context.report({ done: making.read, total: null, message: null });
  }
  const attack = context.db.read('exchange.attack', (reader) => attackOf(reader, deps));
  const description = `Alerts of Watchfloor by technique. The score is how many alerts name it.`;
  const subject = { name: input.title, description, alerts: making.read };
  const { layer, unknown } = navigatorLayer(subject, counter.list(), attack);
  for (const { id, n } of unknown) losses.add('technique without an id of ATT&CK', id, n);
  return `${JSON.stringify(layer, null, 2)}\n`;
}

function caseFile(making: Making, format: ExportFormat): string {
  const { context, deps, input, losses } = making;
  const { subject } = input;
  const given = context.db.read('exchange.case', (reader) =>
    readCase(reader, subject, { ...deps, now: context.clock.now() }),
  );
  making.read = given.indicators.length + given.alerts.length + given.alertsLeftOut;
  making.kept = given.indicators.length + given.alerts.length;
  const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  if (format === 'stix') {
    const isWhole =
      subject.type === 'indicators' &&
      subject.ids.length === 0 &&
      Object.keys(subject.filter).length === 0;
    const { bundle, losses: lost } = caseBundle(given, STIX_PORTS, isWhole);
    losses.addAll(lost);
    making.notes.push(`${bundle.objects.length} objects in the bundle`);
    return written(bundle);
  }
  if (format === 'misp') {
    const { event, losses: lost } = mispEvent(given, ownId);
    losses.addAll(lost);
    making.kept = given.indicators.length;
    return written(event);
  }
  if (format !== 'veris') throw new AppError('bad-input', 'There is no such format');
  const { veris, losses: lost } = toVeris(given, ownId(`veris ${given.kind} ${given.id}`));
  losses.addAll(lost);
  making.precision = 'minutes';
  return written(veris);
}
