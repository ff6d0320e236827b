/** Types of MISP attributes (core format) and ours. */

/** Ours, then type and category of an attribute. */
export const MISP_TYPES: Readonly<Record<string, readonly [type: string, category: string]>> = {
  ip: ['ip-dst', 'Network activity'],
  cidr: ['ip-dst', 'Network activity'],
  domain: ['domain', 'Network activity'],
  url: ['url', 'Network activity'],
  'user-agent': ['user-agent', 'Network activity'],
  asn: ['AS', 'Network activity'],
  ja3: ['ja3-fingerprint-md5', 'Network activity'],
  email: ['email', 'Payload delivery'],
  md5: ['md5', 'Payload delivery'],
  sha1: ['sha1', 'Payload delivery'],
  sha256: ['sha256', 'Payload delivery'],
  sha512: ['sha512', 'Payload delivery'],
  ssdeep: ['ssdeep', 'Payload delivery'],
  file: ['filename', 'Payload delivery'],
  registry: ['regkey', 'Persistence mechanism'],
  mutex: ['mutex', 'Artifacts dropped'],
  cve: ['vulnerability', 'External analysis'],
  btc: ['btc', 'Financial fraud'],
  xmr: ['xmr', 'Financial fraud'],
};

/** Of MISP, then ours; null: read from the value. */
export const OUR_TYPES: Readonly<Record<string, string>> = {
  ...{
    'ip-src': 'ip',
    'ip-dst': 'ip',
    domain: 'domain',
    hostname: 'domain',
    url: 'url',
    uri: 'url',
  },
  ...{ link: 'url', email: 'email', 'email-src': 'email', 'email-dst': 'email', md5: 'md5' },
  ...{ 'email-reply-to': 'email', sha1: 'sha1', sha256: 'sha256', sha512: 'sha512' },
  ...{ ssdeep: 'ssdeep', filename: 'file', regkey: 'registry', mutex: 'mutex', AS: 'asn' },
  ...{ 'user-agent': 'user-agent', vulnerability: 'cve', btc: 'btc', xmr: 'xmr' },
  'ja3-fingerprint-md5': 'ja3',
};
