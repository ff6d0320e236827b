/** What a model may be asked to help with; each may have a model of its own. */
export const MODEL_TASKS = [
  'investigation',
  'analyst-query',
  'chat',
  'gap-analysis',
  'policy-draft',
  'risk-description',
  'handover',
] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];
