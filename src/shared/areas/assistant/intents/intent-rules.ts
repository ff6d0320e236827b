/** Which words make which question. A rule is met where each line of `needs` has one of its concepts. */
import { type IntentRule, rule } from './intent-rule.ts';
import { REGISTER_RULES } from './register-rules.ts';

const GOVERNED =
  'policy | vendor | risk | audit | control | framework | evidence | finding | suppression | indicator | investigation | incident | group';

/** `says:` is a pattern over the whole question, lower case. */
export const INTENT_RULES: readonly IntentRule[] = [
  rule('greeting', 1, ['greeting'], { not: 'alert | control | count | why | policy | incident' }),
  rule('thanks', 1, ['thanks'], { not: 'alert | control | count | why' }),
  rule('what-can-you-do', 9, [
    'says:what (?:can|do|could) (?:you|u) (?:do|answer|know|help)|what (?:can|may|should) i ask|how (?:can|do) you help|who are you|what are you|^help\\W*$|your (?:capabilities|abilities)|are you (?:an? )?(?:ai|bot|model|llm)',
  ]),
  rule(
    'how-to',
    7,
    [
      'says:\\bhow (?:do|can|to|would|should|might) (?:i|we|you|one)?\\b|^how to\\b|where (?:is|are|do|can|would) (?:the |i |we |my )?|where (?:to|in)\\b|^open the\\b|take me to|go to the',
    ],
    {
      likes: 'key | draft | act | import | handover | suppression | rule',
      not: 'slot:technique | count | happen | linked',
    },
  ),
  rule('how-to', 8, ['key'], { not: 'count | top' }),
  rule('how-to', 10, [
    'says:what(?: is| are|\\W?s| does)\\b.{0,16}\\b(?:residual|inherent|crosswalks?|assurance|colou?rs?)\\b|who (?:has|have|did)\\b.{0,20}\\b(?:read|attest\\w*)\\b.{0,12}polic',
  ]),
  rule(
    'act',
    10,
    [
      'act',
      'says:(?:^|\\band |\\bthen |\\bnow )(?:please |can you |could you |would you |will you |now |just )*(?:close|resolve|delete|remove|isolate|block|contain|disable|quarantine|reset|kill|shut|escalate|assign|reopen|mark|suppress|mute)\\b',
    ],
    {
      not: 'how',
    },
  ),
  rule('explain-alert', 6, ['explain | why | suspicious | mean', 'alert | here:alert'], {
    likes: 'here:alert | slot:alert | says:\\bthis\\b | suspicious',
    not: 'grouped | linked | group | slot:technique | slot:framework | incident | score | policy | control',
  }),
  rule(
    'explain-alert',
    7,
    [
      'slot:alert',
      'says:\\bthis\\b|\\bit\\b|\\bthat\\b',
      'explain | why | suspicious | mean | says:what (?:is|about|should|do)|should i|next step|look at|serious|real|worth',
    ],
    {
      not: 'grouped | linked | slot:technique | group | incident',
    },
  ),
  rule(
    'why-grouped',
    8,
    [
      'grouped | group | duplicate',
      'why | explain | says:\\bhow come\\b|\\bon what\\b|same group|together',
    ],
    {
      not: 'incident | linked | reduction',
    },
  ),
  rule(
    'why-linked',
    8,
    [
      'linked',
      'why | explain | how | says:how come|how (?:are|is|were)|what links|what connects|on what',
    ],
    {
      not: 'grouped',
    },
  ),
  rule('why-linked', 7, ['incident', 'why | says:together|belong'], { not: 'grouped | audit' }),
  rule('technique', 8, ['slot:technique'], {
    likes: 'mean | technique | explain | control | alert | count',
    not: 'slot:entity',
  }),
  ...REGISTER_RULES,
  rule(
    'assigned',
    8,
    [
      'assigned | mine | unassigned | slot:assignee',
      'alert | assigned | unassigned | says:who\\b|on my|my (?:queue|work|plate|open)|working on',
    ],
    {
      likes: 'slot:assignee | count',
      not: 'policy | vendor | risk | audit | control | act | how',
    },
  ),
  rule('sla', 7, ['sla'], { likes: 'alert | count | slot:severity', not: GOVERNED }),
  rule(
    'sla',
    6,
    [
      'says:waiting (?:too )?long|first action|response time (?:limit|target)|untouched|nobody has (?:looked|touched)',
    ],
    { not: GOVERNED },
  ),
  rule('suppressions-expiring', 7, ['suppression'], {
    likes: 'expiring | rule | due | slot:time | count | list',
    not: 'how | draft',
  }),
  rule('suppressions-expiring', 5, ['rule', 'expiring | expired | noisy'], { not: 'draft' }),
  rule('indicators', 8, ['indicator'], {
    likes: 'investigation | list | count | here:investigation',
  }),
  rule('investigation-state', 7, ['investigation'], {
    likes: 'state | count | list | here:investigation | slot:time',
    not: 'indicator | how | draft | says:under investigation',
  }),
  rule('handover', 8, ['handover'], { likes: 'draft | list | newest', not: 'how' }),
  rule(
    'handover',
    7,
    ['says:shift (?:report|summary|log)|(?:hand|pass) (?:it |this |the shift )?over|next shift'],
    {},
  ),
  rule('top-sources', 6, ['source'], {
    likes: 'top | noisy | count | alert | list',
    not: `${GOVERNED} | how | slot:entity | detector`,
  }),
  rule('top-detectors', 7, ['detector | noisy'], {
    likes: 'top | noisy | alert | count',
    not: `how | ${GOVERNED}`,
  }),
  rule('top-detectors', 6, ['rule', 'noisy | top', 'says:fire|alert|trigger|noisy|loud'], {
    not: 'suppression',
  }),
  rule(
    'top-entities',
    7,
    ['host | user | address | entity', 'top | count | noisy | list | says:\\bwhich\\b|\\bwho\\b'],
    {
      likes: 'alert',
      not: `slot:entity | happen | ${GOVERNED} | critical | slot:severity | detector | assigned`,
    },
  ),
  rule('top-entities', 6, ['host | user | address', 'top', 'slot:severity | critical'], {
    not: 'slot:entity',
  }),
  rule('top-techniques', 7, ['technique'], {
    likes: 'top | count | list | alert',
    not: 'slot:technique | control | how',
  }),
  rule('reduction', 7, ['duplicate'], { likes: 'count | group | alert', not: 'why' }),
  rule('reduction', 5, ['group', 'count | says:how much'], {
    likes: 'alert',
    not: 'why | incident',
  }),
  rule('incidents', 7, ['incident'], {
    likes: 'count | list | newest | urgent | slot:severity | slot:status | slot:time',
    not: 'why | linked | slot:entity | handover | investigation | how',
  }),
  rule(
    'incidents',
    6,
    [
      'here:incident',
      'incident',
      'explain | summary | state | says:this incident|what is|what happened',
    ],
    { not: 'why | linked | slot:entity' },
  ),
  rule('changed-today', 7, ['change', 'slot:time | today | newest | says:what|who|log|undo'], {
    likes: 'today | slot:time | says:desk|by whom|who did|audit (?:log|trail)',
    not: `${GOVERNED} | happen | slot:entity | says:i change|you change`,
  }),
  rule(
    'changed-today',
    8,
    ['says:audit (?:log|trail)|action log|who (?:did|closed|changed|reopened)'],
    { not: 'slot:entity' },
  ),
  rule('due-soon', 6, ['due', 'says:what|anything|list|this week|next|calendar|agenda'], {
    likes: 'slot:time',
    not: `${GOVERNED} | alert | sla`,
  }),
  rule(
    'desk-summary',
    6,
    [
      'says:how(?:\\W?s| is| are| does)? (?:it |the )?(?:going|looking|look|day|desk|queue|shift|soc)|what(?:\\W?s| is) (?:up|new|going on|the situation|the status|on fire|burning|on)\\W*(?:now|today|here|right now)?\\W*$|catch me up|brief me|status (?:of the )?(?:desk|queue|soc|report)',
    ],
    {
      not: 'slot:entity',
    },
  ),
  rule('desk-summary', 5, ['summary'], {
    likes: 'alert | today',
    not: `${GOVERNED} | handover | slot:entity | here:alert`,
  }),
  rule(
    'desk-figures',
    6,
    ['figure', 'says:rate|mean time|mttr|time saved|auto|response|triage|performance|metric|kpi'],
    {
      likes: 'alert | count',
      not: `${GOVERNED} | sla`,
    },
  ),
  rule(
    'critical-assets',
    8,
    [
      'critical',
      'entity | host | user',
      'says:asset|marked|crown|critical (?:hosts?|machines?|servers?|systems?|users?|accounts?)|known',
    ],
    { not: 'alert | slot:entity' },
  ),
  rule('last-import', 7, ['import'], {
    likes: 'newest | state | count',
    not: 'how | urgent | draft',
  }),
  rule('entity-activity', 8, ['slot:entity'], {
    likes: 'happen | alert | slot:time | host | user | address | entity | incident',
    not: 'slot:technique',
  }),
  rule('entity-activity', 6, [
    'here:entity',
    'happen | alert | state | says:this (?:host|user|account|address|entity|machine)',
    'says:this|here|it\\b',
  ]),
  rule(
    'count-alerts',
    6,
    ['count', 'alert | slot:severity | slot:status | slot:source | critical'],
    {
      likes: 'alert | slot:severity | slot:status | slot:time | slot:source',
      not: `${GOVERNED} | assigned | detector | duplicate | sla | slot:entity`,
    },
  ),
  rule(
    'count-alerts',
    5,
    ['alert', 'says:\\bany\\b|are there|is there|do we have|have we|came in|arrived|received'],
    { not: GOVERNED },
  ),
  rule('count-alerts', 7, ['alert', 'says:(?:by|per) (?:severity|status)|breakdown|break down'], {
    not: GOVERNED,
  }),
  rule('count-alerts', 5, ['slot:severity', 'says:came in|arrived|new\\b|received|got\\b'], {
    not: `${GOVERNED} | list`,
  }),
  rule('desk-summary', 4, ['happen | says:on fire|burning'], {
    likes: 'slot:time',
    not: `slot:entity | here:entity | here:alert | ${GOVERNED}`,
  }),
  rule(
    'explain-alert',
    8,
    ['here:alert', 'summary | explain | says:tell me (?:more )?about', 'says:this|it\\b|alert'],
    { not: 'grouped | linked | slot:technique | slot:entity' },
  ),
  rule('count-alerts', 4, ['slot:severity', 'slot:status | alert'], {
    not: `${GOVERNED} | newest | urgent | list`,
  }),
  rule(
    'list-alerts',
    6,
    [
      'alert | slot:severity',
      'newest | urgent | list | says:look at first|work on|start with|next alert|which alerts|what alerts',
    ],
    {
      likes: 'slot:severity | slot:status | slot:time | slot:source | urgent',
      not: `${GOVERNED} | count | assigned | noisy | duplicate | slot:entity`,
    },
  ),
  rule(
    'list-alerts',
    6,
    [
      'says:what should i (?:do|look at|work on|start)|where (?:do|should) i (?:start|begin)|what(?:\\W?s| is) (?:most )?(?:urgent|next|important)|most (?:urgent|important|pressing)',
    ],
    { not: `${GOVERNED} | here:alert` },
  ),
  rule('list-alerts', 3, ['alert'], { not: `${GOVERNED} | act | how` }),
  rule('find', 5, ['find', 'slot:search'], { not: 'how' }),
  rule('find', 4, ['slot:search', 'says:"'], {}),
];
