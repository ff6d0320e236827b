export const FRAMEWORK_CATEGORIES = [
  'Security',
  'Privacy',
  'Financial',
  'Healthcare',
  'Government',
] as const;
export type FrameworkCategory = (typeof FRAMEWORK_CATEGORIES)[number];

export const FRAMEWORK_LIMITS = { name: 100, description: 500, version: 40 } as const;

export const TEXT_POLICIES = ['text', 'own-wording', 'import-only'] as const;
export type TextPolicy = (typeof TEXT_POLICIES)[number];

export const TEXT_POLICY_LABELS: Record<TextPolicy, string> = {
  text: "Publisher's text",
  'own-wording': 'Identifiers with our own wording',
  'import-only': 'Frame only, import your licensed copy',
};
