/** Makes the file of a handover beside the core. */
import { z } from 'zod';
import {
  HANDOVER_FORMATS,
  HANDOVER_SECTIONS,
  type Handover,
  type HandoverSection,
} from '../../../shared/areas/handover/handover.contract.ts';
import {
  HANDOVER_SECTION_WORDS,
  timeInZone,
} from '../../../shared/areas/handover/handover.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import type {
  ReportBlock,
  ReportDocument,
  ReportSection,
} from '../../platform/documents/report.ts';
import { toHandover } from './handover.service.ts';
import { readPeople } from './handover-state.store.ts';
import { handoverFacts, handoverMarkdown, shownLines } from './handover-text.ts';
import { findHandover } from './handovers.store.ts';

const inputSchema = z.object({ id: z.string(), format: z.enum(HANDOVER_FORMATS) });

/** What a person wrote in Markdown, as blocks of a document. */
export type TextBlocks = (markdown: string) => Promise<readonly ReportBlock[]>;

/** @returns the file's bytes. */
export function createHandoverExportJob(textBlocks: TextBlocks): JobFunction {
  return async (rawInput, { db, signal, report }): Promise<Uint8Array> => {
    const { id, format } = inputSchema.parse(rawInput);
    const handover = db.read('handover.export', (reader) => {
      const row = findHandover(reader, id);
      if (!row) throw new AppError('not-found', 'There is no such handover');
      return toHandover(row, readPeople(reader));
    });
    report({ done: 1, total: 2, message: null });
    signal.throwIfAborted();
    if (format === 'md') return new TextEncoder().encode(handoverMarkdown(handover));
    return renderPdf(await toDocument(handover, textBlocks));
  };
}

async function toDocument(handover: Handover, textBlocks: TextBlocks): Promise<ReportDocument> {
  const { texts, facts } = handover;
  const sections: ReportSection[] = [];
  if (texts.summary) sections.push({ title: 'Summary', blocks: await textBlocks(texts.summary) });
  if (facts && facts.people.length > 0)
    sections.push({ title: 'Who did what', blocks: [peopleTable(facts.people)] });
  for (const name of HANDOVER_SECTIONS) {
    const section = facts?.sections.find((one) => one.name === name);
    const own = texts[name];
    const blocks = [
      ...(own ? await textBlocks(own) : []),
      ...(section ? sectionBlocks(handover, section) : []),
    ];
    if (blocks.length === 0) continue;
    const total = section ? ` (${section.total.toLocaleString('en')})` : '';
    sections.push({ title: `${HANDOVER_SECTION_WORDS[name].title}${total}`, blocks });
  }
  return {
    title: handover.title,
    subtitle: 'Shift handover',
    classification: 'Internal',
    generatedAt: Date.parse(handover.generatedAt ?? handover.createdAt),
    author: handover.createdBy?.name ?? null,
    facts: handoverFacts(handover).map(([label, value]) => ({ label, value })),
    sections,
  };
}

function peopleTable(people: NonNullable<Handover['facts']>['people']): ReportBlock {
  return {
    type: 'table',
    columns: [
      { header: 'Who', share: 25 },
      { header: 'What', share: 75 },
    ],
    rows: people.map(({ name, figures }) => [
      name,
      figures.map(({ label, n }) => `${label} ${n.toLocaleString('en')}`).join(' · '),
    ]),
    empty: 'Nobody did anything.',
  };
}

function sectionBlocks(handover: Handover, section: HandoverSection): ReportBlock[] {
  const { timeZone } = handover;
  const blocks: ReportBlock[] = [];
  if (section.figures.length > 0)
    blocks.push({
      type: 'paragraph',
      text: section.figures.map(({ label, n }) => `${label} ${n.toLocaleString('en')}`).join(' · '),
    });
  const more = section.total - section.lines.length;
  blocks.push({
    type: 'table',
    columns: [
      { header: 'Severity', share: 13 },
      { header: 'What', share: 42 },
      { header: 'How', share: 27 },
      { header: 'When', share: 18 },
    ],
    rows: shownLines(handover, section.lines).map((line) => [
      line.severity ?? '',
      line.text,
      line.detail,
      line.at === null ? '' : timeInZone(Date.parse(line.at), timeZone),
    ]),
    empty: section.total === 0 ? HANDOVER_SECTION_WORDS[section.name].empty : 'No line is shown.',
  });
  if (more > 0)
    blocks.push({ type: 'paragraph', text: `${more.toLocaleString('en')} more in Watchfloor.` });
  return blocks;
}
