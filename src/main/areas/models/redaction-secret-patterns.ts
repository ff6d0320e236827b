/**
 * The forms of secrets. Forms of keys follow what their issuers document; every pattern is bounded,
 * since attackers write the text it runs over. Each is tried where a word stands that it begins with,
 * so that a long text is not tried letter by letter.
 */
export interface SecretPattern {
  readonly kind: string;
  /** The groups `v`, `d` or `s` are what is removed, or all from `from` on; without them, the whole. */
  readonly pattern: RegExp;
  /** In lower case, one of these stands where it begins, which is where it is tried; empty: it is looked for. */
  readonly starts: readonly string[];
  /** It is not tried in a text without any of these (lower case); null: it always is. */
  readonly also: readonly string[] | null;
}

const Q = `\\\\?["'\`]?`;
/** A value: quoted up to its quote, or up to a space or delimiter. */
const VALUE = `(?:\\\\?"(?<d>[^"\\n]{1,4000}?)\\\\?"|\\\\?'(?<s>[^'\\n]{1,4000}?)\\\\?'|(?<v>[^\\s"'\`,;&<>()]{1,4000}))`;
/** A word begins here; in JSON a line break is a backslash and a letter, after which one begins, too. */
const BEGIN = '(?:\\b|(?<=\\\\[nrtbf]))';
const COMMAND_LINE = `(?:\\.exe)?\\b[^\\n|;&]{0,300}? -(?:p|P|pw|a|w)[ =]?${VALUE}`;
const NAMES =
  'pass(?:wor[dt]|wd|phrase|code)|passwort|kennwort|secret|api[_.-]?key|apikey|access[_.-]?key|auth[_.-]?key|private[_.-]?key|account[_.-]?key|encryption[_.-]?key|signing[_.-]?key|client[_.-]?secret|token|credentials?|shared[_.-]?access[_.-]?signature|cookie|session[_.-]?id|sessid|jsessionid|pwd|pin';
const OPTION = '(?:--?|/)[a-z0-9-]{0,30}';

const of = (
  kind: string,
  starts: readonly string[],
  source: string,
  more: { readonly flags?: 'gi' | 'g'; readonly also?: readonly string[] } = {},
): SecretPattern => ({
  ...{ kind, starts, also: more.also ?? null },
  pattern: new RegExp(source, `${more.flags ?? 'gi'}${starts.length > 0 ? 'y' : ''}d`),
});
const EXACT = { flags: 'g' } as const;

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  of(
    'private key',
    ['-----begin '],
    '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?',
  ),
  of(
    'private key',
    ['putty-user-key-file-'],
    'PuTTY-User-Key-File-\\d[\\s\\S]{0,20000}?(?:Private-MAC: *[0-9a-f]+|$)',
  ),
  of('private key', ['age-secret-key-1'], 'AGE-SECRET-KEY-1[0-9A-Z]{20,80}'),
  of(
    'token',
    ['eyj'],
    `${BEGIN}eyJ[A-Za-z0-9_-]{6,8000}\\.[A-Za-z0-9_-]{2,8000}(?:\\.[A-Za-z0-9_-]{0,8000}){0,3}`,
    EXACT,
  ),
  of('cookies', ['cookie'], 'cookie2?\\\\?["\']? *[:=] *\\\\?["\']?(?<v>[^"\'\\r\\n]{1,8000})'),
  of(
    'token',
    ['authorization', 'bearer ', 'basic '],
    `(?:authorization${Q} *[:=] *${Q} *(?:(?:bearer|basic|digest|negotiate|ntlm|token|apikey|aws4-hmac-sha256) +)?|\\b(?:bearer|basic) +)(?<v>[A-Za-z0-9._~+/=:@-]{6,8000})`,
  ),
  of(
    'password',
    ['://'],
    '(?<=[a-z][a-z0-9+.-]{1,30})://[^\\s/:@"\'<>]{0,200}:(?<v>[^\\s/@"\'<>]{1,400})@',
  ),
  of(
    'secret',
    [
      ...['passwor', 'passwd', 'passphrase', 'passcode', 'kennwort', 'secret', 'api', 'access'],
      ...['auth', 'private', 'account', 'encryption', 'signing', 'client', 'token', 'credential'],
      ...['shared', 'cookie', 'session', 'sessid', 'jsessionid', 'pwd', 'pin'],
    ],
    // Not within so long a word that it is none.
    `(?<![a-z0-9]{41})(?:${NAMES})[a-z0-9_]{0,20}${Q} {0,4}(?::=|=>|[:=]) {0,4}${VALUE}`,
  ),
  of(
    'password',
    ['pass', 'pwd', 'secret', 'token', 'api', 'access-key'],
    `(?<=(?:(?<![\\w-])|(?<=\\\\[nrtbf]))${OPTION})(?:password|passwd|passphrase|pass|pwd|secret|token|api-?key|access-key)[ =:]+${VALUE}`,
  ),
  of(
    'password',
    ['-rp', '/rp', '-p:', '/p:'],
    `(?:(?<![\\w-])|(?<=\\\\[nrtbf])|(?<=(?<![\\w-])-))[-/](?:rp|p(?=:))[ =:]+${VALUE}`,
  ),
  of(
    'password',
    [
      ...['mysql', 'mariadb', 'sshpass', 'psexec', 'plink', 'pscp', '7za', 'rar', 'unrar', 'zip'],
      ...['docker', 'podman', 'helm', 'sqlcmd', 'bcp', 'redis-cli', 'mongo', 'ldapsearch'],
      ...['ldapmodify', 'crackmapexec', 'nxc', 'netexec', 'evil-winrm', 'rdesktop', 'htpasswd'],
    ],
    `${BEGIN}(?:mysql(?:dump|admin)?|mariadb|sshpass|psexec(?:64)?|plink|pscp|7za|rar|unrar|zip|docker|podman|helm|sqlcmd|bcp|redis-cli|mongo(?:sh|dump)?|ldapsearch|ldapmodify|crackmapexec|nxc|netexec|evil-winrm|rdesktop|htpasswd)${COMMAND_LINE}`,
    { ...EXACT, also: [' -p', ' -a', ' -w'] },
  ),
  of('password', [], `${BEGIN}(?:7z|az)${COMMAND_LINE}`, {
    ...EXACT,
    also: ['7z', 'az ', 'az.'],
  }),
  of(
    'password',
    ['curl', 'wget', 'smbclient', 'rpcclient', 'net'],
    `${BEGIN}(?:curl|wget|smbclient|rpcclient|net)(?:\\.exe)?\\b[^\\n|;]{0,300}? (?:-u|--user|-U)[ =]?["']?[^\\s:%"']{1,100}[:%](?<v>[^\\s"']{1,200})`,
    { ...EXACT, also: [' -u', ' --user'] },
  ),
  of(
    'password',
    ['net ', 'net1', 'net.'],
    `${BEGIN}net1?(?:\\.exe)? +user +(?:"[^"]{1,100}"|\\S{1,100}) +(?![/*])${VALUE}`,
  ),
  of(
    'password',
    ['net ', 'net1', 'net.'],
    `${BEGIN}net1?(?:\\.exe)? +use +[^\\n]{0,200}?/u(?:ser)?:[^\\s]{1,100} +${VALUE}`,
  ),
  of('password', ['convertto-'], `convertto-securestring +(?:-string +)?${VALUE}`),
  of(
    'password',
    ['identified ', 'with ', 'set ', 'password '],
    `${BEGIN}(?:identified +by|with +password|set +password|password +(?:is|was|to)) *[:=]? *${VALUE}`,
  ),
  of(
    'password',
    ['cmdkey', 'runas', 'dsadd', 'dsmod'],
    `${BEGIN}(?:cmdkey|runas|dsadd|dsmod)[^\\n]{0,200}?(?:/pass|-pwd)[: ]+${VALUE}`,
  ),
  of(
    'password hash',
    [
      ...['$1$', '$2$', '$5$', '$6$', '$2a', '$2b', '$2x', '$2y', '$y$', '$7$'],
      ...['$argon2', '$scrypt', '$krb5', '$dcc2'],
    ],
    '\\$(?:[1256]|2[abxy]|y|7|argon2(?:i|d|id)|scrypt|krb5tgs|krb5asrep|DCC2)\\$[^\\s"\',:]{8,600}',
  ),
  of('password hash', [], `:(?<=${BEGIN}(?<from>[0-9a-f]{32}):)[0-9a-f]{32}\\b`),
  of(
    'key',
    ['a3t', 'akia', 'asia', 'agpa', 'aroa', 'aida', 'anpa', 'anva'],
    `${BEGIN}(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AROA|AIDA|ANPA|ANVA)[A-Z0-9]{12,20}\\b`,
  ),
  of(
    'key',
    [
      ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'glrt-', 'gldt-'],
      ...['glptt-', 'glsoat-', 'glcbt-', 'npm_', 'pypi-', 'dckr_pat_', 'hf_', 'doo_v1_'],
      ...['dop_v1_', 'dor_v1_', 'shpat_', 'shpca_', 'shppa_', 'shpss_', 'hvs.', 'hvb.', 'hvr.'],
      ...['lin_api_', 'figd_', 'rubygems_', 'ops_', 'xai-', 'gsk_', 'r8_', 'nvapi-', 'pplx-'],
      ...['whsec_', 'key-', 'sq0'],
    ],
    `${BEGIN}(?:gh[pousr]_|github_pat_|gl(?:pat|rt|dt|ptt|soat|cbt)-|npm_|pypi-|dckr_pat_|hf_|do[opr]_v1_|shp(?:at|ca|pa|ss)_|hv[sbr]\\.|lin_api_|figd_|rubygems_|ops_|xai-|gsk_|r8_|nvapi-|pplx-|whsec_|key-|sq0[a-z]{3}-)[A-Za-z0-9_.-]{16,2000}`,
    EXACT,
  ),
  of(
    'key',
    ['sk-', 'sk_', 'rk-', 'rk_', 'pk-', 'pk_'],
    `${BEGIN}(?:sk|rk|pk)[-_](?:(?:live|test|proj|ant|or|svcacct|admin)[-_])?[A-Za-z0-9_-]{16,400}`,
    EXACT,
  ),
  of(
    'key',
    ['xox', 'xapp-', 'hooks.slack.com/', 'discord', 'webhook.office.com/'],
    `${BEGIN}xox[a-z][-.][A-Za-z0-9.-]{8,400}|${BEGIN}xapp-[A-Za-z0-9-]{10,400}|hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{8,200}|discord(?:app)?\\.com/api/webhooks/[A-Za-z0-9/_-]{8,200}|webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/_-]{8,400}`,
  ),
  of(
    'key',
    ['aiza', 'ya29.', 'gocspx-'],
    `${BEGIN}AIza[0-9A-Za-z_-]{30,45}|${BEGIN}ya29\\.[0-9A-Za-z_-]{10,2000}|${BEGIN}GOCSPX-[0-9A-Za-z_-]{10,80}`,
    EXACT,
  ),
  of(
    'key',
    ['sg.', ...Array.from('0123456789abcdef', (digit) => `sk${digit}`)],
    `${BEGIN}SG\\.[A-Za-z0-9_-]{10,40}\\.[A-Za-z0-9_-]{10,80}|${BEGIN}SK[0-9a-f]{32}\\b`,
    EXACT,
  ),
  of(
    'key',
    ['sig=', 'signature=', 'x-amz-', 'awsaccesskeyid=', 'googleaccessid='],
    '(?<=[?&;])(?:sig|signature|x-amz-(?:signature|credential|security-token)|awsaccesskeyid|googleaccessid)=(?<v>[^&\\s"\'<>]{6,2000})',
  ),
  of('key', [':aa'], `:(?<=${BEGIN}(?<from>\\d{8,10}):)AA[A-Za-z0-9_-]{30,40}\\b`, EXACT),
];
