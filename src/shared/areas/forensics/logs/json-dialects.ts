/**
 * What events of known programs are, by the names of their fields: Suricata EVE, Wazuh, Zeek, CloudTrail,
 * Kubernetes audit, journald, Sentinel, the Elastic Common Schema. Null where a dialect is not theirs.
 */
import type { EventFields, EventKind } from '../events/event.types.ts';
import type { Described } from '../windows-events/describe-windows.ts';
import { firstField, firstOf } from './fields.ts';

export type Dialect = Partial<Described>;
type Describe = (fields: EventFields) => Dialect | null;

const kinds = (pairs: Readonly<Record<string, EventKind>>) => new Map(Object.entries(pairs));

const EVE_KINDS = kinds({
  alert: 'detection',
  anomaly: 'detection',
  dns: 'dns',
  http: 'http',
  tls: 'tls',
  quic: 'tls',
  fileinfo: 'file',
  smb: 'file',
  flow: 'network',
  netflow: 'network',
  ssh: 'network',
  dhcp: 'network',
  krb5: 'logon',
  rdp: 'logon',
  stats: 'log',
});

function ends(fields: EventFields, names: readonly [string, string, string, string]): string {
  const [source, sourcePort, to, toPort] = names.map((name) => firstField(fields, name));
  if (!source && !to) return '';
  return `${end(source, sourcePort)} to ${end(to, toPort)}`;
}

function end(address: string | undefined, port: string | undefined): string {
  if (!port || port === '0') return address ?? '';
  return address?.includes(':') ? `[${address}]:${port}` : `${address ?? ''}:${port}`;
}

const eve: Describe = (fields) => {
  const type = firstField(fields, 'event_type');
  if (type === '' || (fields.src_ip === undefined && type !== 'stats')) return null;
  const what = firstOf(fields, [
    'alert.signature',
    'dns.rrname',
    'dns.queries.rrname',
    'tls.sni',
    'http.hostname',
    'fileinfo.filename',
    'anomaly.event',
    'app_proto',
  ]);
  const url = type === 'http' ? `${firstField(fields, 'http.http_method')} ` : '';
  const path = type === 'http' ? firstField(fields, 'http.url') : '';
  const between = ends(fields, ['src_ip', 'src_port', 'dest_ip', 'dest_port']);
  return {
    kind: EVE_KINDS.get(type) ?? 'network',
    host: firstOf(fields, ['host', 'sensor_name', 'agent.name']),
    provider: 'Suricata',
    code: firstOf(fields, ['alert.signature_id']) ?? type,
    summary: `${type}: ${url}${what ?? ''}${path} ${between}`,
  };
};

const WAZUH_KINDS: readonly (readonly [string, EventKind])[] = [
  ['authentication', 'logon'],
  ['syscheck', 'file'],
  ['ids', 'detection'],
  ['web', 'http'],
  ['adduser', 'account'],
  ['audit', 'process'],
];

const wazuh: Describe = (fields) => {
  if (fields['rule.description'] === undefined || fields['rule.level'] === undefined) return null;
  const groups = fields['rule.groups'] ?? [];
  const text = typeof groups === 'string' ? groups : groups.join(' ');
  return {
    kind: WAZUH_KINDS.find(([name]) => text.includes(name))?.[1] ?? 'detection',
    host: firstOf(fields, ['agent.name', 'predecoder.hostname', 'manager.name']),
    user: firstOf(fields, [
      'data.dstuser',
      'data.srcuser',
      'data.win.eventdata.targetUserName',
      'data.win.eventdata.subjectUserName',
    ]),
    provider: 'Wazuh',
    code: firstField(fields, 'rule.id') || null,
    summary: firstField(fields, 'rule.description'),
  };
};

const ZEEK_KINDS = kinds({
  conn: 'network',
  dns: 'dns',
  http: 'http',
  ssl: 'tls',
  x509: 'tls',
  files: 'file',
  smb_files: 'file',
  smb_mapping: 'file',
  pe: 'file',
  ssh: 'logon',
  kerberos: 'logon',
  ntlm: 'logon',
  rdp: 'logon',
  notice: 'detection',
  weird: 'detection',
  intel: 'detection',
  signatures: 'detection',
});

/** `_path` is what Zeek writes into JSON; the reader of its own form adds it. */
export const zeek: Describe = (fields) => {
  const isFlow = fields['id.orig_h'] !== undefined && fields.uid !== undefined;
  if (fields._path === undefined && !isFlow) return null;
  const path = firstOf(fields, ['_path']) ?? guessPath(fields);
  const what = firstOf(fields, [
    'query',
    'server_name',
    'host',
    'note',
    'name',
    'filename',
    'certificate.subject',
    'service',
    'proto',
  ]);
  const method = fields.method === undefined ? '' : `${firstField(fields, 'method')} `;
  const uri = fields.uri === undefined ? '' : firstField(fields, 'uri');
  const between = ends(fields, ['id.orig_h', 'id.orig_p', 'id.resp_h', 'id.resp_p']);
  return {
    kind: ZEEK_KINDS.get(path) ?? 'network',
    host: firstOf(fields, ['_system_name', '_node_name']),
    user: firstOf(fields, ['username', 'user', 'client']),
    provider: 'Zeek',
    code: path,
    summary: `${path}: ${method}${what ?? ''}${uri} ${between}`,
  };
};

function guessPath(fields: EventFields): string {
  if (fields.query !== undefined || fields.qtype_name !== undefined) return 'dns';
  if (fields.method !== undefined && fields.uri !== undefined) return 'http';
  if (fields.server_name !== undefined || fields.cipher !== undefined) return 'ssl';
  return fields.conn_state !== undefined ? 'conn' : 'zeek';
}

const cloudTrail: Describe = (fields) => {
  if (fields.eventSource === undefined || fields.eventName === undefined) return null;
  const name = firstField(fields, 'eventName');
  const error = firstField(fields, 'errorCode');
  const user = firstOf(fields, [
    'userIdentity.userName',
    'userIdentity.arn',
    'userIdentity.principalId',
    'userIdentity.invokedBy',
  ]);
  const isLogon = /^(?:ConsoleLogin|AssumeRole|GetSessionToken|GetFederationToken)/.test(name);
  const source = firstField(fields, 'eventSource');
  return {
    kind: isLogon ? 'logon' : /^(?:iam|sts)\./.test(source) ? 'account' : 'log',
    host: firstOf(fields, ['recipientAccountId', 'userIdentity.accountId']),
    user,
    provider: source,
    code: name,
    summary: `${name}${error === '' ? '' : ` failed (${error})`} by ${user ?? 'unknown'} from ${firstField(fields, 'sourceIPAddress')} in ${firstField(fields, 'awsRegion')}`,
  };
};

const kubernetes: Describe = (fields) => {
  if (fields.auditID === undefined || fields.verb === undefined) return null;
  const object = ['objectRef.namespace', 'objectRef.resource', 'objectRef.name']
    .map((name) => firstField(fields, name))
    .filter((text) => text !== '')
    .join('/');
  const user = firstOf(fields, ['user.username']);
  const code = firstField(fields, 'responseStatus.code');
  return {
    kind: 'log',
    host: firstOf(fields, ['sourceIPs']),
    user,
    provider: 'Kubernetes audit',
    code: firstField(fields, 'verb'),
    summary: `${firstField(fields, 'verb')} ${object || firstField(fields, 'requestURI')} by ${user ?? 'unknown'}${code === '' ? '' : `: ${code}`}`,
  };
};

export const journald: Describe = (fields) => {
  if (fields.__REALTIME_TIMESTAMP === undefined && fields.__CURSOR === undefined) return null;
  const provider = firstOf(fields, ['SYSLOG_IDENTIFIER', '_COMM', '_SYSTEMD_UNIT']);
  return {
    kind: kindOfProgram(provider ?? '', firstField(fields, 'MESSAGE')),
    host: firstOf(fields, ['_HOSTNAME']),
    user: firstOf(fields, ['_UID']),
    provider,
    code: firstOf(fields, ['MESSAGE_ID', 'PRIORITY']),
    summary: firstField(fields, 'MESSAGE'),
  };
};

const sentinel: Describe = (fields) => {
  if (fields.AlertName === undefined || fields.SystemAlertId === undefined) return null;
  return {
    kind: 'detection',
    host: firstOf(fields, ['CompromisedEntity']),
    provider: firstOf(fields, ['ProductName', 'ProviderName', 'VendorName']),
    code: firstOf(fields, ['AlertType']),
    summary: `${firstField(fields, 'AlertName')} (${firstField(fields, 'AlertSeverity')})`,
  };
};

const ECS_KINDS: readonly (readonly [string, EventKind])[] = [
  ['intrusion_detection', 'detection'],
  ['malware', 'detection'],
  ['threat', 'detection'],
  ['process', 'process'],
  ['authentication', 'logon'],
  ['session', 'logon'],
  ['registry', 'registry'],
  ['file', 'file'],
  ['driver', 'service'],
  ['iam', 'account'],
  ['configuration', 'policy'],
  ['web', 'http'],
  ['network', 'network'],
];

const ecs: Describe = (fields) => {
  const category = fields['event.category'] ?? fields['event.dataset'];
  if (category === undefined || fields['@timestamp'] === undefined) return null;
  const text = typeof category === 'string' ? category : category.join(' ');
  const isDns = fields['dns.question.name'] !== undefined;
  return {
    kind: isDns ? 'dns' : (ECS_KINDS.find(([name]) => text.includes(name))?.[1] ?? 'log'),
    provider: firstOf(fields, ['event.provider', 'event.module', 'event.dataset']),
    code: firstOf(fields, ['event.code', 'event.action']),
  };
};

export const DIALECTS: readonly Describe[] = [
  eve,
  wazuh,
  zeek,
  cloudTrail,
  kubernetes,
  journald,
  sentinel,
  ecs,
];

const PROGRAM_KINDS: readonly (readonly [RegExp, EventKind])[] = [
  [/^(?:sshd|login|su|sudo|systemd-logind|gdm|lightdm|polkitd|pam)/, 'logon'],
  [/^(?:useradd|usermod|userdel|groupadd|groupmod|groupdel|passwd|chpasswd|chage)/, 'account'],
  [/^(?:named|dnsmasq|unbound|systemd-resolved)/, 'dns'],
  [/^(?:nginx|apache2|httpd|haproxy|squid)/, 'http'],
  [/^(?:systemd|cron|crond|anacron|atd|init)\b/i, 'service'],
  [/^(?:audit|auditd)/, 'process'],
  [/^(?:dhclient|dhcpd|networkmanager|wpa_supplicant|iptables|ufw|firewalld)/i, 'network'],
  [/^(?:clamd|suricata|snort|fail2ban|ossec)/, 'detection'],
];

/** By the program that wrote a line of a syslog. */
export function kindOfProgram(program: string, message: string): EventKind {
  const found = PROGRAM_KINDS.find(([pattern]) => pattern.test(program));
  if (found) return found[1];
  return program === 'kernel' && /\bIN=\S* OUT=/.test(message) ? 'network' : 'log';
}
