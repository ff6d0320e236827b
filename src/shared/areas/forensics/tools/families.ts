/** The six families of forensic tools (specification, /forensics) in words. */
export const FAMILY_IDS = ['memory', 'disk', 'network', 'malware', 'log', 'siem'] as const;
export type FamilyId = (typeof FAMILY_IDS)[number];

/** 'partial': some of its readers passed and some did not. 'untested': none of them has a self-test. */
export const FAMILY_STATES = ['checking', 'connected', 'partial', 'failed', 'untested'] as const;
export type FamilyStateName = (typeof FAMILY_STATES)[number];

export const FAMILIES: Readonly<
  Record<FamilyId, { readonly name: string; readonly does: string }>
> = {
  memory: {
    name: 'Memory Analysis',
    does: 'Texts, indicators, command lines and program paths of a memory image, with where they stand in it.',
  },
  disk: {
    name: 'Disk Forensics',
    does: 'Times of files from bodyfiles, the $MFT and the change journal, with streams, deleted files and signs of changed times.',
  },
  network: {
    name: 'Network Analysis',
    does: 'Packet captures and logs of network sensors: flows, names, requests and certificates.',
  },
  malware: {
    name: 'Malware Detection',
    does: 'Facts of programs, hashes, texts, entropy and YARA rules.',
  },
  log: {
    name: 'Log Analysis',
    does: 'Event logs, JSON, tables and system logs as events that can be searched; Sigma rules run over them.',
  },
  siem: {
    name: 'SIEM',
    does: 'Exports of a SIEM are read as files, as alerts and as events. Queries to a SIEM come with integrations; there is no live connection yet.',
  },
};

/** The SIEM family reads files: 'Connected' would say more than is true. */
export const familyBadge = (id: FamilyId, state: FamilyStateName): string =>
  id === 'siem' && state === 'connected' ? 'Reads exports' : STATE_LABELS[state];

const STATE_LABELS: Readonly<Record<FamilyStateName, string>> = {
  checking: 'Checking',
  connected: 'Connected',
  partial: 'Partly connected',
  failed: 'Self-test failed',
  untested: 'Not tested',
};
