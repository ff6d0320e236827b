import type { ReceiverKind } from '../kinds.ts';
import {
  folderSettingsSchema,
  httpSettingsSchema,
  PLAIN_LEVELS,
  syslogSettingsSchema,
} from './receiver-settings.ts';

const VENDOR = 'Watchfloor';

const address = {
  name: 'address',
  label: 'Address',
  hint: 'An address of this machine. 127.0.0.1 is reached from this machine only and stays open while the workspace is isolated; any other address, as 0.0.0.0 (every network), is closed for that time.',
  kind: 'text',
  isRequired: true,
  initial: '127.0.0.1',
} as const;
const timeZone = {
  name: 'timeZone',
  label: 'Time zone',
  hint: 'Of times that name none.',
  kind: 'text',
  isRequired: false,
  initial: 'UTC',
} as const;
const certificate = {
  name: 'certificate',
  label: 'Certificate',
  hint: 'PEM, with the chain. Left empty, Watchfloor makes one and shows its fingerprint.',
  kind: 'lines',
  isRequired: false,
} as const;
const tlsKey = {
  name: 'tlsKey',
  label: 'Private key',
  hint: 'PEM, of the certificate above.',
  kind: 'secret',
  isRequired: false,
} as const;

const SEVERITY_CHOICES = [
  ['LOW', 'Low and worse'],
  ['MEDIUM', 'Medium (warning) and worse'],
  ['HIGH', 'High and worse'],
  ['CRITICAL', 'Critical'],
] as const;

/** What waits for what is sent to this machine. Off until an administrator names where it listens. */
export const RECEIVERS: readonly ReceiverKind[] = [
  {
    id: 'syslog',
    name: 'Syslog receiver',
    vendor: VENDOR,
    type: 'SIEM',
    summary:
      'Receives RFC 3164 and RFC 5424 over UDP, TCP and TLS, with CEF and LEEF inside, on an address you name.',
    schema: syslogSettingsSchema,
    fields: [
      address,
      {
        name: 'port',
        label: 'Port',
        hint: 'Ports below 1024 need a right of this system.',
        kind: 'number',
        isRequired: true,
        initial: 5514,
      },
      {
        name: 'transport',
        label: 'Transport',
        hint: 'UDP loses lines when it is flooded; the loss is counted. TCP and TLS slow the sender down.',
        kind: 'choice',
        isRequired: true,
        initial: 'udp',
        choices: [
          ['udp', 'UDP'],
          ['tcp', 'TCP'],
          ['udp+tcp', 'UDP and TCP'],
          ['tls', 'TLS (RFC 5425)'],
        ],
      },
      {
        name: 'products',
        label: 'Alerts of products',
        hint: 'CEF, LEEF, Suricata, Snort and known JSON inside messages.',
        kind: 'choice',
        isRequired: true,
        initial: 'MEDIUM',
        choices: SEVERITY_CHOICES,
      },
      {
        name: 'plain',
        label: 'Plain messages that become alerts',
        hint: 'By the severity of their priority; the others are counted and not kept.',
        kind: 'choice',
        isRequired: true,
        initial: 'none',
        choices: PLAIN_LEVELS.map((level) => [
          level,
          level === 'none' ? 'None' : `${level[0]?.toUpperCase()}${level.slice(1)} and worse`,
        ]),
      },
      {
        name: 'programs',
        label: 'Programs',
        hint: 'One a line. Plain messages of these only; empty: of every program.',
        kind: 'lines',
        isRequired: false,
      },
      timeZone,
      certificate,
      tlsKey,
    ],
  },
  {
    id: 'http-receiver',
    name: 'HTTP receiver',
    vendor: VENDOR,
    type: 'SIEM',
    summary: 'Receives JSON, NDJSON and HEC events by POST, with a token or a signature.',
    schema: httpSettingsSchema,
    fields: [
      address,
      {
        name: 'port',
        label: 'Port',
        hint: 'Ports below 1024 need a right of this system.',
        kind: 'number',
        isRequired: true,
        initial: 8088,
      },
      {
        name: 'isTls',
        label: 'TLS',
        hint: 'Without it, a token crosses the network in the clear.',
        kind: 'switch',
        isRequired: false,
        initial: false,
      },
      {
        name: 'proof',
        label: 'Proof of the sender',
        hint: 'A signature is HMAC-SHA256 over time and body; what is older than 5 minutes or comes again is refused.',
        kind: 'choice',
        isRequired: true,
        initial: 'token',
        choices: [
          ['token', 'Bearer token'],
          ['hmac', 'Signature (HMAC-SHA256)'],
        ],
      },
      {
        name: 'secret',
        label: 'Token or key',
        hint: 'At least 16 characters. The sender has the same.',
        kind: 'secret',
        isRequired: true,
      },
      {
        name: 'perSecond',
        label: 'Requests a second',
        hint: 'Of one address; more are answered 429.',
        kind: 'number',
        isRequired: false,
        initial: 50,
      },
      timeZone,
      certificate,
      tlsKey,
    ],
  },
  {
    id: 'watched-folder',
    name: 'Watched folder',
    vendor: VENDOR,
    type: 'SIEM',
    summary:
      'Imports each file that appears in a folder once, when it has stopped growing; one that fails is tried three times more. It asks nobody and goes on while the workspace is isolated.',
    schema: folderSettingsSchema,
    fields: [
      {
        name: 'folder',
        label: 'Folder',
        hint: 'The whole path. Folders inside it and links are left alone.',
        kind: 'text',
        isRequired: true,
      },
      {
        name: 'afterwards',
        label: 'Afterwards',
        hint: 'Moved files go to a folder "imported" inside it.',
        kind: 'choice',
        isRequired: true,
        initial: 'leave',
        choices: [
          ['leave', 'Leave files where they are'],
          ['move', 'Move files'],
        ],
      },
      {
        name: 'endings',
        label: 'Endings of names',
        hint: 'One a line, such as .json; empty: every file.',
        kind: 'lines',
        isRequired: false,
      },
      timeZone,
    ],
  },
];
