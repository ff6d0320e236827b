/**
 * What no event has a reason to say: words that instruct whoever reads it, or that excuse the event.
 * Written for the folded view: small letters, one space between words.
 */

export type InjectionKind = 'instruction' | 'excuse' | 'verdict' | 'role' | 'exfiltration';

export interface InjectionPattern {
  readonly kind: InjectionKind;
  readonly pattern: RegExp;
}

export interface MarkPattern extends InjectionPattern {
  /** Without any of these it never holds. */
  readonly needs: readonly (string | RegExp)[];
}

/** Up to `n` words between two others; words are bounded, so that matching is linear. */
const gap = (n: number): string => `(?:[\\p{L}\\p{N}]{1,24} ){0,${n}}`;
const BENIGN =
  '(?:benign|harmless|false positives?|not malicious|non malicious|not a threat|no threat|not suspicious|safe|legitimate|clean|true negative|resolved|closed|informational|low (?:risk|severity|priority)|low|trusted|whitelisted|allowlisted|authori[sz]ed|expected|ignored)';
const READER =
  '(?:ai|a i|assistant|analysts?|model|llm|language model|chatbot|chatgpt|gpt ?\\d?|claude|gemini|llama|copilot|soc|triage|reviewer|classifier|investigator|system prompt|automated (?:system|analysis)|automation|agent)';
const RULES =
  '(?:instructions?|prompts?|rules|guidelines|directions?|directives?|guardrails|restrictions|policies|system message|training|context|orders)';
const CASE =
  '(?:alerts?|warnings?|findings?|events?|evidence|logs?|log (?:line|entry|entries)|records?|indicators?|incidents?|tickets?|cases?|detections?|activity|entry|entries|host|traffic|detection rule)';
const TEST =
  '(?:test|tests|testing|drill|exercise|simulation|simulated|pentest|pen test|penetration test|penetration testing|red team|purple team|tabletop|training exercise|maintenance|health check|vulnerability scan|security assessment|attack simulation|bug bounty)';

interface Source {
  readonly kind: InjectionKind;
  readonly source: string;
}

const make = (kind: InjectionKind, source: string): Source => ({ kind, source });

/** Over folded text; each begins with three letters of its own at the least, at the start of a word. */
const FOLDED: readonly Source[] = [
  make(
    'instruction',
    `(?:ignore|disregard|forget|override|overrule|bypass|skip|discard|overlook|neglect|drop) ${gap(5)}${RULES}`,
  ),
  make(
    'instruction',
    `(?:please |kindly |just |must |should |and |can |to |safely )?(?:ignore|disregard|forget|overlook|dismiss|suppress|discard) (?:all |any |the |this |these |that |those |every |everything |above |previous |prior |following |remaining |other |of |safely )+${gap(2)}${CASE}`,
  ),
  make(
    'instruction',
    `(?:ignore|disregard|forget) (?:everything|anything|all|what) ${gap(3)}(?:above|before|earlier|previously|prior|said|told)`,
  ),
  make(
    'instruction',
    `(?:do not|don t|dont|never|no need to|need not|must not|should not|shouldn t|refrain from|stop|avoid) ${gap(1)}(?:escalat\\w{0,4}|investigat\\w{0,5}|alert|alerting|report|reporting|flag|flagging|notify|raise|raising|page|triage|analy[sz]e|quarantine|isolate|block) ${gap(3)}(?:${CASE}|this|it|these|anyone|anybody|further|any)`,
  ),
  make('instruction', `(?:do not|don t|dont|never) (?:escalate|investigate)`),
  make(
    'instruction',
    `(?:close|resolve|dismiss|suppress|archive|drop|delete|downgrade|deprioriti[sz]e|whitelist|allowlist) ${gap(3)}(?:alerts?|tickets?|incidents?|investigations?|detections?|cases?)`,
  ),
  make(
    'instruction',
    `(?:you are|you re|you must|you should|you will|you need to|act as|pretend|behave as|respond as|roleplay as|from now on) ${gap(5)}(?:${READER}|${BENIGN}|respond|answer|only|ignore|mark|classify|unrestricted|developer mode|dan)`,
  ),
  make(
    'instruction',
    `(?:attention|dear|hey|hello|hi|note to|note for|message to|message for|notice to|instructions? for|instructions? to|important for|to the|to any|to all|memo to) ${gap(2)}(?:ai|llms?|language model|assistant|analysts?|chatbot|chatgpt|claude|copilot|soc|triage|reviewer|security team|reading this|automated analysis)`,
  ),
  make(
    'instruction',
    `(?:new|updated|revised|additional|system|developer|admin|priority|secret|hidden|important|urgent|following|override) (?:instructions?|directives?|system prompt|prompt|orders) ${gap(2)}(?:for|to|from|are|is|follow|apply|mark|treat|you|ignore|begin|supersede|override|say)`,
  ),
  make(
    'instruction',
    `(?:if you are|when you are|as an|as a) ${gap(2)}(?:ai|llm|language model|assistant|chatbot)`,
  ),
  make(
    'instruction',
    `(?:jailbreak|developer mode|dan mode|god mode) ${gap(2)}(?:enabled|activated|on|engaged)`,
  ),
  make(
    'instruction',
    `(?:call|invoke|execute|run|use) ${gap(2)}(?:tool|tools|function|get alert|list related|search events|entity profile|similar cases|close alert|update alert|delete alert|resolve alert|suppress alert)`,
  ),
  make(
    'verdict',
    `(?:mark|marked|classify|classified|label|labell?ed|treat|rate|tag|categori[sz]e|score|consider|considered|conclude|deem|judge|assess|declare|answer|reply|respond|say|state) ${gap(7)}${BENIGN}`,
  ),
  make(
    'verdict',
    `(?:set|change|update|lower|reduce|report|return|output|write|record|downgrade|assign) ${gap(3)}(?:verdict|severity|status|priority|risk|score|decision|classification|disposition|it|this) ${gap(4)}(?:${BENIGN}|0|zero|none)`,
  ),
  make(
    'verdict',
    `(?:return|output|write|print|respond with|answer with|reply with|produce) ${gap(3)}(?:benign|harmless|false positive|not malicious|no threat|verdict)`,
  ),
  make(
    'verdict',
    `(?:verdict|decision|classification|disposition|conclusion|assessment|triage result|final answer|determination|suspicion|risk score|threat score|ai analysis|analyst (?:note|verdict|comment))(?: s| is| was| are| should be| must be| equals| set to| of| result)* (?:a |an |confirmed |likely )?(?:benign|false positive|safe|clean|harmless|legitimate|auto close|auto closed|close|closed|not malicious|true negative|resolved|none|zero|no action|low|informational|authori[sz]ed)`,
  ),
  make(
    'verdict',
    `(?:is malicious|malicious|is threat|suspicious|escalate|escalation required|requires action) (?:false|0|no|none)`,
  ),
  make(
    'excuse',
    `(?:this|it|that|these|those|activity|event|events|alert|alerts|traffic|scan|scans|behaviou?r|action|command|login|logins|connection|file|process|request|host|user|account|detection) (?:(?:is|was|are|were|is only|is just|was only|was just|being|has been|have been|had been|s|should be|can be|may be|must be) )+(?:part of |a |an |the |our |my |known |only |just |all |fully |previously |already |completely |totally |simply |merely |safely |internal |planned |scheduled |routine |normal |regular |official |approved )*(?:${TEST}|authori[sz]ed|approved|expected|benign|false positives?|harmless|legitimate|sanctioned|scheduled|whitelisted|allowlisted|safe|ignored|dismissed|normal behaviou?r|normal activity|business as usual|pre approved|preapproved|reviewed|cleared|verified safe)`,
  ),
  make(
    'excuse',
    `(?:this|it|that|these|those|activity|event|events|alert|alerts|traffic|scan|scans|behaviou?r|action|command|login|logins|connection|file|process|request|host|user|account|detection) (?:(?:is|was|are|were|is only|is just|was only|was just|being|has been|have been|had been|s|should be|can be|may be|must be) )+not (?:a |an |the |really |actually |at all |in any way )*(?:malicious|threat|attack|suspicious|harmful|dangerous|unauthori[sz]ed|a concern|incident|actionable|real)`,
  ),
  make(
    'excuse',
    `(?:authori[sz]ed|approved|sanctioned|scheduled|planned|permitted|pre approved|preapproved|internal|official|routine|legitimate|company|known good|expected) ${gap(2)}(?:${TEST}|activity|admin activity|administrative activity|change|behaviou?r|script|tool|use|scanner)`,
  ),
  make(
    'excuse',
    `(?:false positive|false positives|false alarm|nothing to see|nothing to worry|nothing malicious|no action (?:is )?(?:needed|required|necessary)|no further action|no need for (?:action|concern|alarm)|no cause for (?:concern|alarm)|not an attack|not a real attack|safe to (?:ignore|close|dismiss)|can (?:be )?(?:safely )?(?:be )?(?:ignored|closed|dismissed)|known good|business as usual|already (?:been )?(?:investigated|reviewed|triaged|resolved|cleared|handled|contained))`,
  ),
  make(
    'excuse',
    `(?:approved|authori[sz]ed|signed off|sanctioned|cleared|whitelisted|requested|verified|confirmed|instructed) (?:in writing )?(?:by|from|with) ${gap(2)}(?:ciso|cio|ceo|soc|security|it|admin|administrator|management|manager|helpdesk|blue team|red team|infosec|legal|compliance|change board|cab|incident response|owner|lead)`,
  ),
  make(
    'excuse',
    `(?:on behalf of|at the request of|per|as per|by order of) (?:the )?(?:ciso|soc (?:lead|manager|team)|security team|management|it department|incident response|policy exception|red team)`,
  ),
  make(
    'excuse',
    `(?:for|as) (?:testing|test|training|demonstration|demo|educational) (?:purposes?|only|use)`,
  ),
  make(
    'excuse',
    `(?:i am|i m|we are|we re) ${gap(2)}(?:pentester|penetration tester|red team|administrator|security researcher|authori[sz]ed|the admin|security team|testing)`,
  ),
  make(
    'exfiltration',
    `(?:reveal|print|repeat|show|leak|send|output|display|give|tell|disclose|dump|include|append|echo) ${gap(4)}(?:system prompts?|hidden prompts?|your (?:instructions|prompts?|rules|configuration|context|guidelines)|initial prompt|(?:all )?(?:api|secret) keys?|credentials of|conversation history|other alerts|case data)`,
  ),
  make(
    'exfiltration',
    `(?:send|post|upload|forward|exfiltrate|email|transmit|leak) (?:all |the |this |every |your |a |copy of |summary of )+${gap(3)}(?:to|at|via|using) (?:http|https|url|webhook|attacker|the following|my server|this address)`,
  ),
  // Other languages, without their marks: German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish.
  make(
    'instruction',
    `(?:ignorier\\w{0,3}|missacht\\w{0,3}|vergiss|vergessen sie|uberspring\\w{0,3}) ${gap(4)}(?:anweisung\\w{0,3}|regeln|vorgaben|befehle|warnung\\w{0,3}|meldung\\w{0,3}|alarm\\w{0,2}|hinweis\\w{0,2})`,
  ),
  make(
    'excuse',
    `(?:fehlalarm|falsch positiv|autorisierter test|genehmigter test|harmlos|nicht bosartig|kein angriff|dies ist ein(?:e)? ${gap(2)}(?:test|ubung)|keine (?:aktion|massnahme\\w?) (?:erforderlich|notig)|nicht eskalieren|als (?:harmlos|gutartig|unbedenklich) ${gap(1)}\\w{1,20})`,
  ),
  make(
    'instruction',
    `(?:ignor\\w{1,4}|oubli\\w{1,3}|neglig\\w{1,4}) ${gap(4)}(?:instructions?|consignes?|regles|alertes?|precedentes?)`,
  ),
  make(
    'excuse',
    `(?:faux positif|fausse alerte|test autorise|ceci est un ${gap(2)}(?:test|exercice)|c est un ${gap(1)}(?:test|exercice)|aucune action (?:requise|necessaire)|ne pas escalader|n est pas malveillant|sans danger|benigne?)`,
  ),
  make(
    'instruction',
    `(?:ignor\\w{1,3}|olvid\\w{1,3}|descart\\w{1,3}) ${gap(4)}(?:instrucciones|reglas|ordenes|alertas?|anteriores|indicaciones)`,
  ),
  make(
    'excuse',
    `(?:falso positivo|falsa alarma|prueba autorizada|esto es una ${gap(1)}(?:prueba|simulacion)|es una prueba|no requiere accion|no escalar|no es malicios\\w|benign[oa]|inofensiv[oa])`,
  ),
  make(
    'instruction',
    `(?:ignor\\w{1,3}|dimentic\\w{1,3}|trascur\\w{1,3}) ${gap(4)}(?:istruzioni|regole|ordini|avvisi|allarmi|precedenti)`,
  ),
  make(
    'excuse',
    `(?:falso allarme|test autorizzato|questo e un ${gap(1)}(?:test|esercitazione)|nessuna azione|non escalare|non e dannoso|innocuo)`,
  ),
  make(
    'instruction',
    `(?:ignor\\w{1,3}|esquec\\w{1,3}|desconsider\\w{1,3}) ${gap(4)}(?:instrucoes|regras|ordens|alertas?|anteriores)`,
  ),
  make(
    'excuse',
    `(?:alarme falso|teste autorizado|isto e um ${gap(1)}teste|este e um ${gap(1)}teste|nenhuma acao|nao escal\\w{1,4}|nao e malicios\\w|inofensivo)`,
  ),
  make(
    'instruction',
    `(?:negeer|vergeet|sla over) ${gap(4)}(?:instructies|regels|opdrachten|waarschuwing\\w{0,2}|meldingen)`,
  ),
  make(
    'excuse',
    `(?:vals positief|vals alarm|loos alarm|geautoriseerde test|dit is een ${gap(1)}(?:test|oefening)|geen actie (?:nodig|vereist)|niet escaleren|goedaardig|onschadelijk)`,
  ),
  make(
    'instruction',
    `(?:zignoruj|ignoruj|pomin|zapomnij) ${gap(4)}(?:instrukcj\\w{1,3}|polecen\\w{0,2}|zasad\\w{0,2}|alert\\w{0,2}|ostrzezen\\w{0,2})`,
  ),
  make(
    'excuse',
    `(?:falszywy alarm|autoryzowany test|to jest ${gap(1)}test|nie eskalowac|nieszkodliw\\w{1,2})`,
  ),
  make(
    'instruction',
    `(?:yoksay|goz ardi et|unut|dikkate alma) |(?:talimatlari|kurallari|uyarilari) (?:yoksay|unut|goz ardi et|dikkate alma)`,
  ),
  make(
    'excuse',
    `(?:yanlis alarm|yanlis pozitif|yetkili test|bu bir test\\w{0,3}|zararsiz\\w{0,4})`,
  ),
];

export const FOLDED_SOURCES: readonly string[] = FOLDED.map(({ source }) => source);

/** Of the same numbers, to be tried at a place where a word begins. */
export const FOLDED_PATTERNS: readonly InjectionPattern[] = FOLDED.map(({ kind, source }) => ({
  kind,
  pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'uy'),
}));

/** Greek, Cyrillic, Armenian, Hebrew, Arabic, Devanagari, and the scripts of East Asia. */
export const OTHER_SCRIPTS = /[\u0370-\u06ff\u0900-\u097f\u3000-\ud7af]/;

/** Who speaks, before what he says. */
const ROLE_MARK =
  /(?:assistant|developer|ai|chatgpt|system|analyst|prompt|message|instruction|note|override|command|update)s? ?[:>]/;
const END_OF = 'end of ';
const DECIDING = [
  ...['verdict', 'decision', 'disposition', 'classification'],
  ...['malicious', 'benign', 'false', 'auto'],
];

const mark = (kind: InjectionKind, pattern: RegExp, needs: MarkPattern['needs']): MarkPattern => ({
  kind,
  pattern,
  needs,
});

const other = (kind: InjectionKind, pattern: RegExp): InjectionPattern => ({ kind, pattern });

/** Over the plain view: scripts and punctuation as they are. */
export const MARK_PATTERNS: readonly MarkPattern[] = [
  // Marks that templates of chat models put between roles.
  mark('role', /<\|[a-z_]{2,24}\|>/g, ['<|']),
  mark(
    'role',
    /\[\/?inst\]|<<\/?sys>>|<\/?(?:s|system|assistant|instructions?|prompt|user_?query|tool_(?:result|call|response)|function_(?:results?|calls?)|untrusted|evidence|data|case|record)>/g,
    ['<', '[inst]', '[/inst]'],
  ),
  mark(
    'role',
    /#{2,4} ?(?:system|instructions?|assistant|response|human|user|end of (?:log|data|record)|new task)\b/g,
    ['##'],
  ),
  mark(
    'role',
    /(?:^|[\n\r;|>"'.]|\\n) ?(?:(?:assistant|developer|ai|chatgpt) ?(?:prompt|message|instruction|note|override|command|update)?|(?:system|analyst) ?(?:prompt|message|instruction|note|override|command))s? ?[:>]+ ?\S(?:\S{0,40} ){0,12}/g,
    [ROLE_MARK],
  ),
  mark('role', /(?:[\n\r]|\\n) ?system ?[:>]+ ?\S(?:\S{0,40} ){0,12}/g, ['system']),
  mark('role', /(?:^|[\n\r]|\\n) ?human ?: ?\S/g, ['human']),
  mark('role', /["']?role["']? ?[:=] ?["'](?:system|assistant|developer|tool)["']/g, ['role']),
  mark(
    'role',
    /["']?(?:verdict|decision|disposition|classification|is_?malicious|is_?benign|false_?positive|auto_?close)["']? ?[:=] ?["']?(?:benign|auto-?close|close[d]?|false_?positive|likely-benign|safe|clean|harmless|false|true)\b/g,
    DECIDING,
  ),
  mark('role', /["']?(?:tool_?calls?|function_?call)["']? ?[:=]/g, ['tool', 'function']),
  mark(
    'role',
    /(?:-{3,}|={3,}|\*{3,}) ?(?:end|begin|start) (?:of )?(?:the )?(?:log|data|record|evidence|alert|untrusted|user|system|prompt|input|context|instructions?)\b/g,
    ['---', '===', '***'],
  ),
  mark('role', /\bend of (?:untrusted|log data|the log|evidence|record|input)\b/g, [END_OF]),
  mark('exfiltration', /!\[[^\]\n]{0,80}\]\(\s{0,4}https?:/g, ['![']),
];

/** Of words in other scripts; nothing of them is in a text without such. */
export const SCRIPT_PATTERNS: readonly InjectionPattern[] = [
  // Russian and Ukrainian, Chinese, Japanese, Korean, Arabic, Hebrew, Hindi, Greek.
  other(
    'instruction',
    /(?:игнориру\S{1,4}|проигнорируй\S{0,2}|забудь\S{0,2}|не обращай\S{0,2} внимания|пропусти\S{0,2}|ігноруй\S{0,2})(?: \S{1,20}){0,4} (?:инструкци\S{1,2}|указани\S{1,2}|правила?|команд\S|предупреждени\S{1,2}|оповещени\S{1,2}|інструкці\S{1,2})/g,
  ),
  other(
    'excuse',
    /ложн\S{2,3} (?:срабатывани\S{1,2}|тревог\S)|это (?:\S{1,20} ){0,2}(?:тест|проверка|учени\S|учебная)|авторизованн\S{2} (?:тест|проверк)|не (?:является )?(?:вредоносн\S{2,3}|эскалиру\S{1,4})|безопасн(?:о|ое|ая|ый) (?:событие|активность|действие)|доброкачественн|безвредн|хибне спрацювання/g,
  ),
  other(
    'instruction',
    /(?:忽略|无视|無視|忘记|忘記|不要理会)[^。\n]{0,12}(?:指令|指示|说明|說明|规则|規則|提示|警报|警報|告警)/g,
  ),
  other(
    'excuse',
    /误报|誤報|授权测试|授權測試|这是(?:一次|一个)?(?:授权的?)?测试|這是(?:一次)?測試|无需(?:处理|操作|升级)|不要(?:上报|升级)|良性|无害|無害/g,
  ),
  other(
    'instruction',
    /(?:指示|命令|ルール|警告|アラート|プロンプト)を(?:すべて)?(?:無視|忘れ)|以前の指示/g,
  ),
  other(
    'excuse',
    /誤検知|これはテスト|承認済みのテスト|許可されたテスト|対応不要|問題ありません|エスカレーション(?:し|不要)/g,
  ),
  other('instruction', /(?:지시|명령|규칙|경고|지침)[^\n]{0,8}(?:무시|잊)/g),
  other('excuse', /오탐|승인된 테스트|이것은 (?:\S{1,10} )?테스트|조치(?:가)? 필요 ?없|무해/g),
  other(
    'instruction',
    /(?:تجاهل|انس|إهمل)(?: \S{1,20}){0,3} (?:التعليمات|الأوامر|القواعد|التنبيه|الإنذار)/g,
  ),
  other('excuse', /إنذار كاذب|إيجابي كاذب|اختبار مصرح|هذا (?:مجرد )?اختبار|غير ضار/g),
  other('instruction', /התעלם[^\n]{0,20}(?:הוראות|כללים|התראה)/g),
  other('excuse', /אזעקת שווא|זהו? מבחן|בדיקה מורשית/g),
  other('instruction', /(?:निर्देशों|नियमों|चेतावनी)[^\n]{0,12}(?:अनदेखा|भूल)/g),
  other('excuse', /यह एक परीक्षण|अधिकृत परीक्षण|गलत सकारात्मक/g),
  other('instruction', /αγν[οό]ησ\S{1,3}(?: \S{1,20}){0,3} (?:οδηγίες|οδηγιες|κανόνες|εντολές)/g),
  other('excuse', /ψευδώς θετικ|εξουσιοδοτημένη δοκιμή|αυτό είναι (?:μια )?δοκιμή/g),
];

/** Of the marks, the one that needs no punctuation: it may be found in words alone. */
export const WORD_MARKS: readonly MarkPattern[] = MARK_PATTERNS.filter(({ needs }) =>
  needs.includes(END_OF),
);

/** Letters alone, for texts that are spaced out, written together or split: long enough to mean nothing else. */
export const LETTERS_PATTERN =
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|every)*(?:previous|prior|above|earlier|system|safety)?(?:instructions?|prompts?|rules|guidelines|alerts?|warnings?|detections?)|(?:mark|classify|treat|label|rate|report|consider)(?:this|it|the|alert|event|activity|as|all|everything|incident){1,6}(?:benign|harmless|falsepositive|safe|legitimate|closed|notmalicious|clean)|thisis(?:only|just|not)?(?:an?)?(?:authori[sz]ed|approved|scheduled|sanctioned|planned|internal|routine)*(?:test|drill|exercise|pentest|penetrationtest|falsepositive|redteam|benign|harmless|malicious)|donot(?:escalate|investigate|alertany|reportthis|raise|flag)|(?:authori[sz]ed|approved|scheduled)(?:penetration|security|redteam|internal)*(?:test|pentest|exercise|drill)(?:ing)?|closethis(?:alert|ticket|case|incident)|safetoignore|safetoclose|noactionrequired|noactionneeded|noactionisrequired|youarean?(?:ai|assistant|helpful|analyst|unrestricted)|verdict(?:is)?(?:benign|falsepositive|safe|harmless)|isafalsepositive|systemprompt/g;

const pairs = (firsts: readonly string[], seconds: readonly string[]): string[] =>
  firsts.flatMap((first) => seconds.map((second) => first + second));

/** Without any of these, that pattern never holds. */
export const LETTERS_WORDS: readonly string[] = [
  ...pairs(
    ['ignore', 'disregard', 'forget', 'override'],
    [
      ...['all', 'any', 'the', 'your', 'every', 'previous', 'prior', 'above', 'earlier', 'system'],
      ...['safety', 'instruction', 'prompt', 'rules', 'guidelines', 'alert', 'warning'],
      'detection',
    ],
  ),
  ...pairs(
    ['mark', 'classify', 'treat', 'label', 'rate', 'report', 'consider'],
    [...['this', 'it', 'the', 'alert', 'event', 'activity', 'as', 'all', 'everything'], 'incident'],
  ),
  ...['thisis', 'donot', 'closethis', 'safetoignore', 'safetoclose', 'noaction', 'yourea'],
  ...['authorised', 'authorized', 'approved', 'scheduled', 'verdict', 'isafalse', 'systemprompt'],
];
