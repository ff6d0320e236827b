/** What an answer of the assistant is made of: data, never HTML. Whatever the workspace holds in it may be a stranger's. */
import { z } from 'zod';
import { isPageLink } from '../notifications/notifications.rules.ts';
import { evidenceRefSchema } from './explanation.ts';

export const ANSWER_ROWS_MAX = 20;
const ANSWER_TEXT_MAX = 4_000;

/** An address of the page. */
const linkSchema = z.string().max(4_000).refine(isPageLink, 'A link leads to a screen');

/** `as` says how a cell is shown: a time is ISO 8601, a severity or status its word. */
const cellSchema = z.object({
  text: z.string(),
  link: linkSchema.nullable(),
  as: z.enum(['text', 'severity', 'status', 'time', 'number']),
});
export type AnswerCell = z.infer<typeof cellSchema>;

/** A number of the workspace with the screen that shows the same; null: there is nothing to count from. */
const figureSchema = z.object({
  label: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  link: linkSchema.nullable(),
});
export type AnswerFigure = z.infer<typeof figureSchema>;

export const answerPartSchema = z.discriminatedUnion('type', [
  /** `tone` 'quote': a stranger's words. */
  z.object({ type: z.literal('text'), text: z.string(), tone: z.enum(['plain', 'quote']) }),
  z.object({ type: z.literal('figures'), figures: z.array(figureSchema) }),
  z.object({
    type: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(cellSchema)).max(ANSWER_ROWS_MAX),
    /** Where the others are, if these are not all. */
    more: z.object({ label: z.string(), to: linkSchema }).nullable(),
  }),
  z.object({
    type: z.literal('links'),
    links: z.array(z.object({ label: z.string(), to: linkSchema })),
  }),
]);
export type AnswerPart = z.infer<typeof answerPartSchema>;

const citedSchema = z.object({ ref: evidenceRefSchema, label: z.string(), link: linkSchema });
export type CitedEvidence = z.infer<typeof citedSchema>;

export const answerSchema = z.object({
  /** `workspace`: counted and read here, no model took part. `model`: written by one, checked by code. */
  by: z.enum(['workspace', 'model']),
  /** What was understood; null: nothing. */
  intent: z.string().nullable(),
  /** Shown above the answer: why a model did not write it, what was cut. */
  notice: z.string().nullable(),
  parts: z.array(answerPartSchema),
  evidence: z.array(citedSchema),
  /** Questions that can be answered, nearest first. */
  suggestions: z.array(z.string()),
});
export type Answer = z.infer<typeof answerSchema>;

const cellText = ({ text }: AnswerCell) => text;

function figureText({ label, value, unit }: AnswerFigure): string {
  if (value === null) return `${label}: —`;
  const number = value.toLocaleString('en');
  return `${label}: ${unit === null ? number : `${number}${unit === '%' ? '' : ' '}${unit}`}`;
}

function partText(part: AnswerPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'figures':
      return part.figures.map(figureText).join('\n');
    case 'table':
      return [
        part.caption,
        ...part.rows.map((row) => `- ${row.map(cellText).filter(Boolean).join(', ')}`),
        ...(part.more ? [part.more.label] : []),
      ].join('\n');
    case 'links':
      return part.links.map(({ label, to }) => `${label}: ${to}`).join('\n');
  }
}

/** The answer as plain text: what the API's `response` and `answer` say, and what becomes a note. */
export function answerText({ notice, parts }: Pick<Answer, 'notice' | 'parts'>): string {
  const text = [notice ?? '', ...parts.map(partText)].filter(Boolean).join('\n\n');
  return text.length > ANSWER_TEXT_MAX ? `${text.slice(0, ANSWER_TEXT_MAX - 1)}…` : text;
}
