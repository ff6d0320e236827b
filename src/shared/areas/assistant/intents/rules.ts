/** How well a question meets a rule. */
import type { AskedFrom, Slots } from './intent.types.ts';
import type { IntentRule, Need } from './intent-rule.ts';
import type { Concept } from './vocabulary.ts';

export interface Reading {
  readonly concepts: ReadonlySet<Concept>;
  readonly slots: Slots;
  readonly from: AskedFrom;
  readonly text: string;
}

const SLOT_THERE: Readonly<Record<string, (slots: Slots) => boolean>> = {
  entity: ({ entity }) => entity !== null,
  technique: ({ techniques }) => techniques.length > 0,
  control: ({ control }) => control !== null,
  framework: ({ framework }) => framework !== null,
  alert: ({ alertId }) => alertId !== null,
  severity: ({ severities }) => severities.length > 0,
  status: ({ statuses }) => statuses.length > 0,
  time: ({ time }) => time !== null,
  source: ({ source }) => source !== null,
  assignee: ({ assignee }) => assignee !== null,
  search: ({ search }) => search !== null,
  escalated: ({ escalated }) => escalated,
};
const HERE: Readonly<Record<string, (from: AskedFrom) => boolean>> = {
  alert: ({ alertId }) => alertId !== undefined,
  incident: ({ incidentId }) => incidentId !== undefined,
  group: ({ groupKey }) => groupKey !== undefined,
  investigation: ({ investigationId }) => investigationId !== undefined,
  entity: ({ entity }) => entity !== undefined,
  control: ({ controlId }) => controlId !== undefined,
};

function isMet(need: Need, { concepts, slots, from, text }: Reading): boolean {
  if (need.startsWith('slot:')) return SLOT_THERE[need.slice(5)]?.(slots) ?? false;
  if (need.startsWith('here:')) return HERE[need.slice(5)]?.(from) ?? false;
  if (need.startsWith('says:')) return new RegExp(need.slice(5)).test(text);
  return concepts.has(need as Concept);
}

const LIKED = 0.5;

/** Null where the rule does not apply; `parts` says how much of it does. */
export function scoreRule(
  { needs, likes = [], not = [], weight }: IntentRule,
  reading: Reading,
): { score: number; whole: boolean } {
  const met = needs.filter((any) => any.some((need) => isMet(need, reading))).length;
  const liked = likes.filter((need) => isMet(need, reading)).length;
  const barred = not.some((need) => isMet(need, reading));
  const whole = met === needs.length && !barred;
  return { score: (weight * met) / needs.length + LIKED * liked - (barred ? 3 : 0), whole };
}
