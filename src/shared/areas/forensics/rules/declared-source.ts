/**
 * What Sigma's rules may take an event for, from who read it and what it holds: Windows events tell by
 * their channel, all others by what is declared here (Sigma's taxonomy, appendix 2.1.0). Fields get the
 * names of the taxonomy beside their own where these are other; nothing of the event itself is changed.
 */
import type { EventFields, EvidenceEvent } from '../events/event.types.ts';
import type { FlatEvent, SigmaLogsource } from '../sigma/sigma.types.ts';

interface DeclaredEvent {
  readonly flat: FlatEvent;
  /** Each is asked about; an empty list where the channel tells. */
  readonly declared: readonly SigmaLogsource[];
}

type Known = Pick<EvidenceEvent, 'kind' | 'provider' | 'code' | 'host' | 'user'> & {
  readonly fields: EventFields;
};

const first = (fields: EventFields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields[name];
    const one = typeof value === 'string' ? value : value?.[0];
    if (one !== undefined && one !== '') return one;
  }
  return undefined;
};

/** Names that a field may have, under the name that Sigma's rules use. */
type Names = Readonly<Record<string, readonly string[]>>;

const WEB: Names = {
  'cs-method': ['method', 'http_method', 'requestMethod', 'http.request.method'],
  'cs-uri-stem': ['path', 'uri_path', 'url.path', 'uri'],
  'cs-uri-query': ['query', 'uri_query', 'url.query'],
  'cs-uri': ['url', 'uri', 'target', 'request_uri'],
  'c-uri': ['url', 'uri', 'target', 'request_uri'],
  'c-uri-query': ['query', 'uri_query'],
  'c-useragent': ['cs-user-agent', 'user_agent', 'userAgent', 'agent', 'user-agent'],
  'cs-user-agent': ['user_agent', 'userAgent', 'agent', 'user-agent'],
  'cs-referer': ['referer', 'referrer', 'cs(Referer)'],
  'sc-status': ['status', 'status_code', 'http.response.status_code'],
  'c-ip': ['client', 'client_ip', 'clientIp', 'remote_addr', 'id.orig_h', 'src', 'src_ip'],
  'cs-host': ['host', 'http_host', 'vhost', 'Host'],
  'r-dns': ['host', 'http_host', 'Host'],
};
const DNS: Names = {
  query: ['QueryName', 'qname', 'dns_query', 'name'],
  record_type: ['qtype_name', 'qtype', 'type', 'query_type'],
  answer: ['answers', 'QueryResults'],
};
const NETWORK: Names = {
  src_ip: ['id.orig_h', 'src', 'source', 'client'],
  dst_ip: ['id.resp_h', 'dst', 'destination', 'server'],
  src_port: ['id.orig_p', 'spt', 'srcPort', 'client_port'],
  dst_port: ['id.resp_p', 'dpt', 'dstPort', 'dport', 'server_port'],
};
const LINUX_PROCESS: Names = {
  Image: ['exe', '_EXE'],
  CommandLine: ['proctitle', '_CMDLINE'],
  User: ['auid', 'uid'],
};

function named(fields: EventFields, names: Names, more: EventFields = {}): FlatEvent {
  const flat: Record<string, string | readonly string[]> = { ...fields };
  for (const [name, others] of Object.entries(names)) {
    if (flat[name] !== undefined) continue;
    const other = others.find((one) => fields[one] !== undefined);
    const value = other === undefined ? undefined : fields[other];
    if (value !== undefined) flat[name] = value;
  }
  for (const [name, value] of Object.entries(more)) flat[name] ??= value;
  return flat;
}

const AUTH = new Set([
  'sshd',
  'sudo',
  'su',
  'login',
  'passwd',
  'useradd',
  'usermod',
  'groupadd',
  'gdm',
  'polkitd',
]);

function linux(program: string | null): SigmaLogsource[] {
  const name = (program ?? '').toLowerCase().replace(/\[.*$/, '').replace(/^.*\//, '');
  const product = 'linux';
  const own =
    name === '' || name === 'syslog'
      ? []
      : [{ product, service: name === 'crond' ? 'cron' : name }];
  return [
    ...own,
    ...(AUTH.has(name) ? [{ product, service: 'auth' }] : []),
    { product, service: 'syslog' },
  ];
}

function audited({ fields }: Known): DeclaredEvent {
  const declared: SigmaLogsource[] = [{ product: 'linux', service: 'auditd' }];
  const isExec = /^(?:59|execve|322|execveat)$/.test(first(fields, 'syscall', 'SYSCALL') ?? '');
  const args: string[] = [];
  for (let at = 0; at < 200; at++) {
    const arg = first(fields, `a${at}`);
    if (arg === undefined) break;
    args.push(arg);
  }
  const type = first(fields, 'type');
  const isArgs = type === 'EXECVE' || fields.argc !== undefined;
  if (!isExec && !isArgs) return { flat: fields, declared };
  const more = isArgs && args.length > 0 ? { CommandLine: args.join(' ') } : {};
  declared.push({ product: 'linux', category: 'process_creation' });
  return { flat: named(fields, LINUX_PROCESS, more), declared };
}

/** Records of cloud providers, told by fields that only theirs have. */
function cloud(fields: EventFields): SigmaLogsource | null {
  if (/\.amazonaws\.com$/.test(first(fields, 'eventSource') ?? ''))
    return { product: 'aws', service: 'cloudtrail' };
  if (first(fields, 'protoPayload.methodName', 'gcp.audit.method_name') !== undefined)
    return { product: 'gcp', service: 'gcp.audit' };
  if (first(fields, 'Workload') !== undefined && first(fields, 'Operation') !== undefined)
    return { product: 'm365', service: 'audit' };
  if (
    first(fields, 'eventType', 'eventtype') !== undefined &&
    first(fields, 'actor.alternateId') !== undefined
  )
    return { product: 'okta', service: 'okta' };
  const category = first(fields, 'category', 'Category')?.toLowerCase();
  if (category === 'signinlogs' || category === 'auditlogs')
    return { product: 'azure', service: category };
  if (
    category === 'administrative' &&
    first(fields, 'operationName', 'OperationName') !== undefined
  )
    return { product: 'azure', service: 'activitylogs' };
  if (first(fields, 'apiVersion')?.startsWith('audit.k8s.io'))
    return { product: 'kubernetes', service: 'audit' };
  return null;
}

function byKind({ kind, fields }: Known): DeclaredEvent | null {
  switch (kind) {
    case 'dns':
      return { flat: named(fields, DNS), declared: [{ category: 'dns' }] };
    case 'http':
      return {
        flat: named(fields, WEB),
        declared: [{ category: 'webserver' }, { category: 'proxy' }],
      };
    case 'network':
    case 'tls':
      return { flat: named(fields, NETWORK), declared: [{ category: 'firewall' }] };
    default:
      return null;
  }
}

/** @param reader Id of the reader that gave it. */
export function declaredEvent(reader: string, event: Known): DeclaredEvent {
  const { fields, provider } = event;
  if (fields.Channel !== undefined || fields.Provider_Name !== undefined)
    return { flat: fields, declared: [] };
  if (reader.includes('zeek')) {
    const path = (provider ?? '').replace(/^zeek[.:/_ ]?/i, '').toLowerCase();
    const kind = byKind(event);
    const own = path === '' ? [] : [{ product: 'zeek', service: path }];
    return { flat: kind?.flat ?? fields, declared: [...own, ...(kind?.declared ?? [])] };
  }
  if (reader.includes('auditd')) return audited(event);
  if (reader.includes('access') || reader.includes('web'))
    return { flat: named(fields, WEB), declared: [{ category: 'webserver' }] };
  if (reader.includes('syslog') || reader.includes('journal'))
    return {
      flat: named(fields, LINUX_PROCESS),
      declared: linux(first(fields, 'SYSLOG_IDENTIFIER', '_COMM') ?? provider),
    };
  const known = cloud(fields);
  if (known !== null) return { flat: fields, declared: [known] };
  return byKind(event) ?? { flat: fields, declared: [] };
}

/** What a rule drafted from the event should say of its log source. */
export function proposedSource({ flat, declared }: DeclaredEvent): SigmaLogsource {
  const [known] = declared;
  if (known) return known;
  const text = (name: string) => {
    const value = flat[name];
    return (typeof value === 'string' ? value : (value?.[0] ?? '')).toLowerCase();
  };
  const [channel, id] = [text('Channel'), text('EventID')];
  if (channel === 'microsoft-windows-sysmon/operational') {
    const category = SYSMON_CATEGORIES[id];
    return category === undefined
      ? { product: 'windows', service: 'sysmon' }
      : { product: 'windows', category };
  }
  if (channel === 'security' && id === '4688')
    return { product: 'windows', category: 'process_creation' };
  const service = SERVICES[channel];
  return service === undefined ? { product: 'windows' } : { product: 'windows', service };
}

const SYSMON_CATEGORIES: Readonly<Record<string, string>> = {
  '1': 'process_creation',
  '3': 'network_connection',
  '6': 'driver_load',
  '7': 'image_load',
  '8': 'create_remote_thread',
  '10': 'process_access',
  '11': 'file_event',
  '13': 'registry_set',
  '17': 'pipe_created',
  '22': 'dns_query',
};
const SERVICES: Readonly<Record<string, string>> = {
  security: 'security',
  system: 'system',
  application: 'application',
  'microsoft-windows-powershell/operational': 'powershell',
  'windows powershell': 'powershell-classic',
  'microsoft-windows-windows defender/operational': 'windefend',
  'microsoft-windows-taskscheduler/operational': 'taskscheduler',
  'microsoft-windows-wmi-activity/operational': 'wmi',
};
