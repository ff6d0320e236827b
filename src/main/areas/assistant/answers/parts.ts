import type {
  Answer,
  AnswerCell,
  AnswerFigure,
  AnswerPart,
  CitedEvidence,
} from '../../../../shared/areas/assistant/answer.ts';
import { ANSWER_ROWS_MAX } from '../../../../shared/areas/assistant/answer.ts';
import type { EvidenceRef } from '../../../../shared/areas/assistant/explanation.ts';
import type { Asked } from '../../../../shared/areas/assistant/intents/intent.types.ts';
import type { TimeSpan } from '../../../../shared/areas/assistant/intents/time-words.ts';
import type { Desk } from './desk.ts';

/** An answer before it is said whose it is. */
export interface AnswerBody {
  readonly parts: readonly AnswerPart[];
  readonly evidence?: readonly CitedEvidence[];
  readonly suggestions?: readonly string[];
}

/** What an answerer is given: the question, the desk, and the span of time it named. */
export interface AskedHere {
  readonly asked: Asked;
  readonly desk: Desk;
  readonly span: TimeSpan | null;
  readonly shiftHours: number;
}
export type Answerer = (here: AskedHere) => Promise<AnswerBody>;

const CELL_CHARS = 160;
const EVIDENCE_MAX = 8;

const cut = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1)}…` : text;

export const say = (text: string): AnswerPart => ({ type: 'text', text, tone: 'plain' });
export const quote = (text: string): AnswerPart => ({
  type: 'text',
  text: cut(text, 600),
  tone: 'quote',
});
export const figures = (list: readonly AnswerFigure[]): AnswerPart => ({
  type: 'figures',
  figures: [...list],
});

export function figure(
  label: string,
  value: number | null,
  link: string | null,
  unit: string | null = null,
): AnswerFigure {
  return { label, value, unit, link };
}

export const cell = (text: string | null, link: string | null = null): AnswerCell => ({
  text: cut(text ?? '—', CELL_CHARS),
  link,
  as: 'text',
});
const as =
  (kind: AnswerCell['as']) =>
  (text: string | number | null): AnswerCell => ({
    text: text === null ? '—' : String(text),
    link: null,
    as: text === null ? 'text' : kind,
  });
export const severityCell = as('severity');
export const statusCell = as('status');
export const timeCell = as('time');
export const numberCell = as('number');

interface TableInput {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly AnswerCell[])[];
  /** Of all; the link to the rest is shown where there are more than these. */
  readonly total?: number | null;
  readonly to?: string | null;
}

/** Nothing where there are no rows. */
export function table({ caption, columns, rows, total, to }: TableInput): AnswerPart[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, ANSWER_ROWS_MAX).map((row) => [...row]);
  const hasMore = to !== undefined && to !== null;
  const label =
    total === undefined || total === null || total <= shown.length
      ? 'Open the screen'
      : `Show all ${total.toLocaleString('en')}`;
  return [
    {
      type: 'table',
      caption,
      columns: [...columns],
      rows: shown,
      more: hasMore ? { label, to } : null,
    },
  ];
}

export function links(list: readonly { label: string; to: string | null }[]): AnswerPart[] {
  const whole = list.flatMap(({ label, to }) => (to === null ? [] : [{ label, to }]));
  return whole.length === 0 ? [] : [{ type: 'links', links: whole }];
}

export function cite(
  kind: EvidenceRef['kind'],
  id: string,
  label: string,
  link: string | null,
): CitedEvidence[] {
  return link === null ? [] : [{ ref: { kind, id }, label: cut(label, 80), link }];
}

export function toAnswer(intent: string | null, body: AnswerBody): Answer {
  return {
    by: 'workspace',
    intent,
    notice: null,
    parts: [...body.parts],
    evidence: (body.evidence ?? []).slice(0, EVIDENCE_MAX),
    suggestions: [...(body.suggestions ?? [])],
  };
}

interface Read<R> {
  readonly rows: readonly R[];
  readonly total: number | null;
}

/**
 * A register searched for the words that nothing else of the question accounts for. Where none holds
 * them, all of it, and that is said: what was asked for is never quietly left out.
 */
export async function byWords<R>(
  { left }: Asked,
  noun: string,
  read: (q: string | undefined) => Promise<Read<R>>,
): Promise<Read<R> & { q: string | undefined; note: AnswerPart[] }> {
  if (left.length === 0) return { ...(await read(undefined)), q: undefined, note: [] };
  const q = left.join(' ');
  const found = await read(q);
  if (found.rows.length > 0) return { ...found, q, note: [say(`With the words “${cut(q, 80)}”:`)] };
  const all = await read(undefined);
  return {
    ...all,
    q: undefined,
    note: [say(`No ${noun} holds the words “${cut(q, 80)}”; this is of all.`)],
  };
}

/** '1 alert', '2,000 alerts'. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

export const words = (value: string) => value.toLowerCase().replaceAll('_', ' ');
