/** Which words ask about the registers: evidence, controls, frameworks, policies, vendors, risks, audits, automation. */
import { type IntentRule, rule } from './intent-rule.ts';

export const REGISTER_RULES: readonly IntentRule[] = [
  rule(
    'evidence-expired',
    7,
    ['evidence', 'expired | says:out of date|run out|no longer valid|past its'],
    { likes: 'control' },
  ),
  rule('evidence-expired', 5, ['control', 'expired']),
  rule(
    'evidence-expired',
    5,
    ['control', 'evidence', 'says:without|no (?:valid )?evidence|missing|lack'],
    {},
  ),
  rule('evidence-expiring', 7, ['evidence', 'expiring | due'], {
    likes: 'slot:time',
    not: 'expired',
  }),
  rule('framework-score', 7, ['slot:framework'], {
    likes: 'score | compliance | framework | says:how (?:do|are) we (?:do|stand)',
    not: 'gap | audit | evidence | policy | vendor | slot:control',
  }),
  rule(
    'framework-score',
    5,
    [
      'framework',
      'score | compliance | top | list | count | says:below|under|above|over|lowest|worst|best|weakest',
    ],
    {
      not: 'gap | audit | slot:control',
    },
  ),
  rule(
    'compliance-score',
    5,
    ['compliance', 'score | state | says:how compliant|overall|posture|how (?:do|are) we'],
    {
      not: 'slot:framework | gap | framework',
    },
  ),
  rule('compliance-score', 4, ['compliance'], { not: 'slot:framework | gap | audit' }),
  rule(
    'compliance-score',
    6,
    ['control', 'says:\\bcompliant\\b|passing|automated|how many controls'],
    {
      not: 'slot:control | gap | evidence | says:non-compliant|not compliant|noncompliant',
    },
  ),
  rule('open-gaps', 7, ['gap | says:not compliant|non[ -]compliant|noncompliant'], {
    likes: 'compliance | control | slot:framework | count',
  }),
  rule('control-state', 7, ['slot:control'], {
    likes: 'control | state | evidence | explain | mean',
    not: 'slot:entity',
  }),
  rule('control-state', 5, [
    'here:control',
    'says:this control|this requirement',
    'explain | state | evidence | why | mean | score | gap',
  ]),
  rule(
    'control-list',
    8,
    [
      'control',
      'says:not (?:yet )?(?:been )?assessed|unassessed|never assessed|part(?:ly|ially) compliant',
    ],
    { not: 'slot:control' },
  ),
  rule('control-list', 5, ['control', 'list | says:which controls|what controls'], {
    not: 'slot:control | slot:technique | gap | evidence | expired | expiring | score',
  }),
  rule('evidence-summary', 6, ['evidence', 'count | list | newest | slot:time | state | summary'], {
    not: 'expired | expiring | control | how | draft',
  }),
  rule('evidence-summary', 4, ['evidence'], { not: 'expired | expiring | control | how | draft' }),
  rule(
    'automation-state',
    8,
    [
      'says:automation|auto-?clos|clos(?:e|ed|es|ing) by (?:itself|themselves)|(?:the )?(?:engine|local analyst)|shadow mode',
      'says:\\bon\\b|\\boff\\b|state|status|would|may|good|well|health|trip|shadow|wait|audit|how (?:many|much|sure)|precision|switched',
    ],
    { not: 'how | here:alert' },
  ),
  rule('policies-due', 7, ['policy'], {
    likes: 'review | due | expired | slot:time | count | list',
    not: 'how | says:(?:write|create|draft|prepare|make) (?:a|me|us|the|new)',
  }),
  rule('vendors-due', 7, ['vendor'], {
    likes: 'review | due | risk | slot:time | count',
    not: 'slot:entity',
  }),
  rule('risks-appetite', 8, ['appetite'], { likes: 'risk' }),
  rule('risks-appetite', 7, ['risk', 'says:above|over|beyond|exceed|too high'], {
    not: 'vendor | slot:time',
  }),
  rule('risks-top', 6, ['risk'], {
    likes: 'top | score | count | urgent | list',
    not: 'vendor | appetite | audit',
  }),
  rule('audits-coming', 6, ['audit'], {
    likes: 'due | slot:time | list | newest',
    not: 'finding | says:audit (?:log|trail)',
  }),
  rule('findings-open', 7, ['finding'], { likes: 'audit | slot:status | sla | count' }),
];
