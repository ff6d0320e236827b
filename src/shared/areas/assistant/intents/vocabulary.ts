/** Words a question is understood by. Several words of one meaning stand for one concept. */

const SAID = {
  count: 'count number total totals amount quantity',
  list: 'list show display give enumerate print see',
  alert: 'alert alerts detection detections alarm alarms event events signal signals',
  incident: 'incident incidents case cases campaign',
  group: 'group groups cluster clusters',
  grouped: 'grouped clustered bundled',
  linked: 'linked connected correlated joined related link links linking correlation',
  newest: 'newest latest recent recently fresh last',
  urgent: 'urgent important first worst priority prioritize pressing start',
  happen: 'happen happens happened happening activity going occurred history seen timeline',
  explain: 'explain explanation explained understand describe interpret assess assessment verdict',
  why: 'why reason reasons because',
  suspicious: 'suspicious malicious benign dangerous suspicion',
  mean: 'mean means meaning define definition what-is stands',
  technique: 'technique techniques ttp ttps attack mitre tactic tactics',
  evidence: 'evidence evidences proof proofs artifact artifacts',
  expired: 'expired outdated stale lapsed invalid',
  expiring: 'expire expires expiring expiry ends ending lapse lapses lapsing',
  control: 'control controls safeguard safeguards',
  framework: 'framework frameworks standard standards',
  compliance: 'compliance compliant posture',
  score: 'score scores scoring rating percentage percent coverage assurance grade',
  gap: 'gap gaps noncompliant non-compliant shortcoming shortcomings failing deficiency deficiencies',
  policy: 'policy policies',
  vendor: 'vendor vendors supplier suppliers third-party provider providers',
  risk: 'risk risks',
  appetite: 'appetite tolerance acceptable tolerated',
  audit: 'audit audits auditor auditors',
  finding: 'finding findings',
  assigned:
    'assigned assignee assignees assignment assignments owns owner owned works working handles handling workload',
  mine: 'my mine',
  unassigned: 'unassigned ownerless nobody unowned',
  sla: 'sla slas breach breaches breached breaching overdue late deadline deadlines',
  suppression: 'suppression suppressions suppressed suppress mute mutes muted silenced hidden',
  rule: 'rule rules',
  indicator: 'indicator indicators ioc iocs observable observables',
  investigation: 'investigation investigations forensic forensics',
  state: 'state status progress standing far',
  handover: 'handover handovers hand-over handoff hand-off turnover briefing',
  source: 'source sources sensor sensors tool tools feed feeds product products',
  detector: 'detector detectors signature signatures analytic analytics',
  noisy: 'noisy noisiest loudest noise spam spammy chatty loud',
  top: 'top most highest biggest largest busiest frequent common commonest',
  host: 'host hosts machine machines server servers endpoint endpoints workstation workstations computer computers device devices',
  user: 'user users account accounts people person',
  address: 'address addresses ip ips',
  entity: 'entity entities asset assets',
  duplicate:
    'duplicate duplicates repeat repeats repeated reduction reduced dedup deduplication deduplicated',
  change: 'change changes changed did done actions action log modified edited',
  today: 'today',
  review: 'review reviews reviewed reassessment reassessments',
  due: 'due upcoming coming soon scheduled planned next calendar agenda pending',
  critical: 'critical criticals crit',
  summary: 'summary summarize summarise overview situation brief',
  figure:
    'rate response average mean-time metric metrics kpi kpis figure figures performance mttr saved automation automatically auto',
  import: 'import imports imported upload uploaded ingest ingested',
  find: 'find search lookup locate query',
  how: 'how where',
  key: 'key keys shortcut shortcuts hotkey hotkeys keyboard',
  help: 'help assist capabilities abilities able',
  greeting: 'hello hi hey greetings moin',
  thanks: 'thanks thank thx cheers perfect',
  act: 'close resolve delete remove isolate block contain disable quarantine reset kill shutdown escalate assign reopen',
  draft: 'draft write prepare create make generate compose start add new',
} as const;
export type Concept = keyof typeof SAID;

/** Concept of each word. A word of two meanings has the first; rules name both where it matters. */
export const VOCABULARY: ReadonlyMap<string, Concept> = new Map(
  Object.entries(SAID)
    .flatMap(([concept, words]) =>
      words.split(' ').map((word): [string, Concept] => [word, concept as Concept]),
    )
    .reverse(),
);

/** Common words that mean nothing here and must not be taken for mistyped ones. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anything are as at away back be been before being below
  between both but by can come could day days did do does doing down during each every everything far
  few for from get gets give got had has have having he her here him his hour hours i if in into is it
  its just know let like long look looks make many me might minute minutes month months more much must
  need needs night no not now of off on one only open opened or other our out over per please right
  same say says she should since so some still tell than that the their them then there these they
  thing things think this those through time times to tonight too two under until up us use used using
  very want wants was we week weeks well went were what when whether which while who whom whose will with
  would year years yesterday yet you your morning evening shift ago past within without`.split(
    /\s+/,
  ),
);
