/** Extraction on demand: of a pasted text, an alert with its record and notes, an investigation, a file. */
import type { Extraction } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import { findInvestigation } from '../investigations.store.ts';
import { type FoundSet, findInTexts, type NamedText, withKnowledge } from './extraction.ts';
import { loadFindPorts } from './find-ports.ts';
import { textsOfAlert, textsOfInvestigation } from './indicators.store.ts';
import type { Goodness } from './warninglists.store.ts';

export type ExtractFrom =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'alert' | 'investigation'; readonly id: string }
  | { readonly type: 'events'; readonly id: string; readonly eventIds: readonly number[] };

export interface ExtractionDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly goodness: Goodness;
  /** The record of an alert as its source wrote it; of the area of alerts. */
  readonly findEvent: (investigationId: string, eventId: number) => Promise<StoredEvent | null>;
  readonly recordOf: (db: ReadDb, seq: number) => Uint8Array | null;
}

export function createExtraction({ db, runner, goodness, recordOf, findEvent }: ExtractionDeps) {
  const known = (set: FoundSet): Extraction =>
    db.read('indicators.extraction', (reader) => withKnowledge(reader, goodness, set));

  async function textsOfEvents(id: string, eventIds: readonly number[]): Promise<NamedText[]> {
    if (!db.read('forensics.find', (reader) => findInvestigation(reader, id)))
      throw new AppError('not-found', 'There is no such investigation');
    const texts: NamedText[] = [];
    for (const eventId of new Set(eventIds)) {
      const event = await findEvent(id, eventId);
      if (!event) throw new AppError('not-found', 'There is no such event');
      const name = event.record === null ? `event ${event.id}` : `record ${event.record}`;
      for (const [field, value] of Object.entries(event.fields))
        texts.push({
          name: `${name}, ${field}`,
          text: typeof value === 'string' ? value : value.join('\n'),
        });
      texts.push({ name: `${name}, summary`, text: event.summary });
    }
    return texts;
  }

  async function textsOf(from: ExtractFrom): Promise<readonly NamedText[]> {
    if (from.type === 'events') return textsOfEvents(from.id, from.eventIds);
    if (from.type === 'text') return [{ name: 'text', text: from.text }];
    return db.read('indicators.extractionTexts', (reader) => {
      if (from.type === 'investigation') {
        const texts = textsOfInvestigation(reader, from.id);
        if (!texts) throw new AppError('not-found', 'There is no such investigation');
        return texts;
      }
      const alert = textsOfAlert(reader, from.id);
      if (!alert) throw new AppError('not-found', 'There is no such alert');
      const record = recordOf(reader, alert.seq);
      const raw = record
        ? [{ name: 'original record', text: Buffer.from(record).toString('utf8') }]
        : [];
      return [...alert.texts, ...raw];
    });
  }

  return {
    of: async (from: ExtractFrom): Promise<Extraction> =>
      known(findInTexts(await textsOf(from), await loadFindPorts())),

    async ofFile(
      fileName: string,
      bytes: AsyncIterable<Uint8Array>,
      actor: string,
    ): Promise<Extraction> {
      const { finished } = runner.start({
        ...{
          kind: 'indicator-extract',
          title: `Find indicators in ${fileName}`,
          unit: 'files',
          total: null,
        },
        ...{ startedBy: actor, input: { fileName }, source: bytes },
      });
      return known((await finished) as FoundSet);
    },
  };
}
export type ExtractionService = ReturnType<typeof createExtraction>;
