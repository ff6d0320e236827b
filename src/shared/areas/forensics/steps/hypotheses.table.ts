/** What each type of investigation supposes, and which tactics and techniques (MITRE ATT&CK ids) speak for it. */
import type { InvestigationType } from '../investigations.rules.ts';

export interface Supposition {
  readonly text: string;
  readonly tactics: readonly string[];
  /** Beginning with one of these. */
  readonly techniques: readonly string[];
}

export const SUPPOSITIONS: Readonly<Record<InvestigationType, Supposition>> = {
  malware: {
    text: 'Malicious code ran on a host of the case.',
    tactics: [
      'Execution',
      'Persistence',
      'Stealth',
      'Defense Impairment',
      'Command and Control',
      'Impact',
    ],
    techniques: ['T1059', 'T1204', 'T1055', 'T1486', 'T1490', 'T1027'],
  },
  network: {
    text: 'Somebody outside probed or entered through the network.',
    tactics: [
      'Reconnaissance',
      'Initial Access',
      'Discovery',
      'Lateral Movement',
      'Command and Control',
    ],
    techniques: ['T1595', 'T1190', 'T1046', 'T1133', 'T1071', 'T1572'],
  },
  'data-breach': {
    text: 'Data was collected and left the organisation.',
    tactics: ['Collection', 'Exfiltration'],
    techniques: ['T1041', 'T1048', 'T1567', 'T1114', 'T1213', 'T1005'],
  },
  'insider-threat': {
    text: 'Somebody with access of their own misused it.',
    tactics: ['Collection', 'Exfiltration', 'Privilege Escalation', 'Persistence'],
    techniques: ['T1052', 'T1098', 'T1078', 'T1213', 'T1567'],
  },
  apt: {
    text: 'One actor went through several stages over a longer time.',
    tactics: [
      'Initial Access',
      'Persistence',
      'Credential Access',
      'Lateral Movement',
      'Collection',
      'Exfiltration',
    ],
    techniques: ['T1078', 'T1021', 'T1003', 'T1053', 'T1041'],
  },
  phishing: {
    text: 'An account was taken over by way of a message or a look-alike page.',
    tactics: ['Initial Access', 'Credential Access'],
    techniques: ['T1566', 'T1078', 'T1110', 'T1534', 'T1114', 'T1621', 'T1556', 'T1564.008'],
  },
  ddos: {
    text: 'A service was made unavailable by the volume of requests.',
    tactics: ['Impact'],
    techniques: ['T1498', 'T1499'],
  },
};

/** Where nobody said of which type it is. */
export const ANY_SUPPOSITION: Supposition = {
  text: 'Somebody acted with malicious intent.',
  tactics: [
    'Initial Access',
    'Execution',
    'Credential Access',
    'Lateral Movement',
    'Exfiltration',
    'Impact',
  ],
  techniques: [],
};
