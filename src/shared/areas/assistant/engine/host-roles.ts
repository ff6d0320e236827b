/**
 * The role a machine plays, by the words of its own name: `web-01` and `www2` are web servers. Only to
 * speak of machines that are alike; nothing is closed by role.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'domain controller': ['dc', 'pdc', 'bdc', 'ad', 'adds'],
  'mail server': ['mail', 'mx', 'smtp', 'imap', 'exch', 'exchange', 'webmail', 'mta'],
  'web server': ['web', 'webserver', 'www', 'nginx', 'apache', 'iis', 'intranet', 'portal'],
  'database server': ['db', 'sql', 'database', 'mysql', 'postgres', 'oracle', 'mongo'],
  'file server': ['file', 'files', 'fs', 'nas', 'share', 'smb', 'fileserver', 'storage'],
  'name server': ['dns', 'ns', 'resolver', 'bind'],
  firewall: ['fw', 'firewall', 'utm', 'asa', 'fortigate', 'pfsense'],
  gateway: ['gw', 'gateway', 'router', 'rtr', 'proxy', 'squid', 'lb', 'haproxy', 'nat'],
  'VPN server': ['vpn', 'openvpn', 'ras', 'wireguard'],
  'monitoring server': [
    'mon',
    'monitor',
    'monitoring',
    'nagios',
    'zabbix',
    'grafana',
    'siem',
    'log',
    'logs',
    'syslog',
  ],
  'backup server': ['backup', 'bkp', 'bak', 'veeam'],
  'jump host': ['jump', 'bastion', 'jumpbox', 'jmp'],
  'build server': ['build', 'ci', 'jenkins', 'gitlab', 'runner'],
  printer: ['print', 'printer', 'prn'],
  laptop: ['lap', 'laptop', 'lt', 'nb', 'notebook', 'macbook'],
  workstation: ['ws', 'wks', 'pc', 'desktop', 'workstation', 'client', 'win10', 'win11'],
  server: ['srv', 'server', 'svr', 'host', 'vm'],
};
const ROLE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([role, words]) => words.map((word) => [word, role])),
);

const ADDRESS = /^[\d.]+$|:/;

/** By the last word of the first label that says one; `machine` where none does, `none` without a host. */
export function roleOf(host: string | null): string {
  if (host === null || host === '') return 'none';
  if (ADDRESS.test(host)) return 'machine';
  const words = (host.split('.')[0] ?? '').split(/[^a-z\d]+|(?<=[a-z])(?=\d)/);
  let general: string | null = null;
  for (const word of words.reverse()) {
    const role = ROLE_OF.get(word);
    if (role === undefined) continue;
    if (role !== 'server') return role;
    general = role;
  }
  return general ?? 'machine';
}
