/** What sort of thing a requirement asks for, told by its words: the first rule that fits wins. */

export const CONTROL_KINDS = [
  'incident',
  'monitoring',
  'logging',
  'vulnerability',
  'malware',
  'authentication',
  'access',
  'cryptography',
  'continuity',
  'change',
  'configuration',
  'development',
  'supplier',
  'training',
  'personnel',
  'media',
  'physical',
  'network',
  'asset',
  'rights',
  'privacy',
  'ai',
  'risk',
  'audit',
  'data',
  'governance',
] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

const WORDS: readonly (readonly [ControlKind, RegExp])[] = [
  ['incident', /\bincidents?\b|breach|\brespon(?:se|ders?)\b|forensic|crisis/i],
  ['training', /\btrain|\btaught|aware|competen|\bskill|education/i],
  ['vulnerability', /vulnerab|\bpatch|flaw|penetration|\bscann|security update|weakness/i],
  ['malware', /malware|malicious|anti-?virus|ransomware|phishing|\bspam\b|sandbox/i],
  ['logging', /\blogs?\b|\blogg|audit (?:record|event|log|trail|data)|\btime stamp|clock/i],
  ['monitoring', /monitor|detect|anomal|intrusion|alert|surveil|event analysis|adverse event/i],
  [
    'continuity',
    /back-?up|outage|recover|contingen|continuity|disaster|resilien|availab|redundan|alternate|restor/i,
  ],
  [
    'authentication',
    /authenticat|password|multi-?factor|\bmfa\b|identity proof|credential|passkey|biometric|re-?auth/i,
  ],
  ['cryptography', /encrypt|crypto|\bkeys?\b|\btls\b|certificate|cipher|pan\b.*unreadable/i],
  [
    'supplier',
    /supplier|supply chain|vendor|third[- ]part|processor|outsourc|contract|service provider|external system|acquisition|provenance|subcontract|concentration/i,
  ],
  ['asset', /inventor/i],
  [
    'access',
    /access|\brights are|privileg|account|entitle|authoriz|authoris|\broles? (?:are|is) |permission|session|log-?on|identit|separation of duties|\buser\b/i,
  ],
  ['change', /\bchanges?\b|release/i],
  [
    'development',
    /develop|secure cod|source code|software|\bcode\b|application|engineering|architect|\bdesign|input validation|web page|script|\bsdlc\b/i,
  ],
  [
    'configuration',
    /configur|harden|baseline|least functional|default (?:setting|account)|\bsettings?\b|inspection of state|integrity of (?:boot|firmware)|firmware/i,
  ],
  [
    'network',
    /network|boundar|firewall|segment|wireless|remote|transmission|communicat|\bdns\b|denial|connect|perimeter|internet|gateway|traffic|e-?mail|web filter/i,
  ],
  ['media', /media\b|\bwiped|dispos|sanitiz|sanitis|eras|destroy|destruct|removable/i],
  [
    'physical',
    /physical|\bdoors?\b|facilit|visitor|premises|equipment|power|temperature|fire|cabl|workstation use|office|perimeter|water damage|emergency (?:light|shut)/i,
  ],
  [
    'personnel',
    /personnel|employ|screen|terminat|human resource|\bstaff|workforce|disciplin|sanction/i,
  ],
  [
    'rights',
    /data subject|can be refused|can see their|right (?:to|of)|request|opt-?out|object(?:ion)?\b|rectif|portab|consumer|complaint|individuals? .*access/i,
  ],
  [
    'privacy',
    /consent|privacy|personal (?:data|information)|\bpii\b|personally|notice|lawful|purpose|minimi[sz]|controller|de-?identif|anonymi|children|transfers?\b|disclos|phi\b|protected health|collection/i,
  ],
  ['ai', /\bai\b|artificial|machine learning|model (?:card|train)|bias|human oversight|explain/i],
  ['asset', /inventor|\bassets?\b|ownership|hardware|device|mobile/i],
  ['risk', /\brisks?\b|threat|impact assess|\bimpacts?\b|insurance/i],
  [
    'audit',
    /audit|assess|evaluat|review|test|certif|conform|verif|inspection|measure|metric|correct/i,
  ],
  ['data', /data|information|classif|label|retention|records|leak|integrity|storage|document/i],
];

/** Families of ids: SP 800-53 and what takes its ids, and the Cybersecurity Framework. */
const FAMILIES: readonly (readonly [ControlKind, RegExp])[] = [
  ['access', /^AC-\d|^PR\.AA/],
  ['training', /^AT-\d|^PR\.AT/],
  ['logging', /^AU-\d/],
  ['audit', /^CA-\d|^GV\.OV|^ID\.IM/],
  ['configuration', /^(?:CM|MA)-\d|^PR\.PS/],
  ['continuity', /^CP-\d|^RC\.|^PR\.IR/],
  ['authentication', /^IA-\d/],
  ['incident', /^IR-\d|^RS\./],
  ['media', /^MP-\d/],
  ['physical', /^PE-\d/],
  ['governance', /^(?:PL|PM)-\d|^GV\.(?:OC|RR|PO)/],
  ['personnel', /^PS-\d/],
  ['privacy', /^PT-\d/],
  ['risk', /^RA-\d|^ID\.RA|^GV\.RM/],
  ['development', /^SA-\d/],
  ['network', /^SC-\d/],
  ['monitoring', /^SI-\d|^DE\./],
  ['supplier', /^SR-\d|^GV\.SC/],
  ['asset', /^ID\.AM/],
  ['data', /^PR\.DS/],
];

/** @param control Its title says most, then the family of its id, its text, its category. */
export function kindOfControl(control: {
  readonly title: string;
  readonly ref?: string;
  readonly category?: string | null;
  readonly text?: string | null;
}): ControlKind {
  const { title, ref = '', text, category } = control;
  const byWords = (words: string | null | undefined) =>
    words ? WORDS.find(([, pattern]) => pattern.test(words))?.[0] : undefined;
  const byFamily = () => FAMILIES.find(([, pattern]) => pattern.test(ref))?.[0];
  return byWords(title) ?? byFamily() ?? byWords(text) ?? byWords(category) ?? 'governance';
}

/** What of the queue's own record speaks for or against a control. */
export const QUEUE_MEASURES = ['TRIAGE', 'SILENT_SOURCE', 'OVERTURNED'] as const;
export type QueueMeasure = (typeof QUEUE_MEASURES)[number];
