/** Programs of the machine that Watchfloor can run: how each is found, asked for its version, and what it adds. */
import type { ToolFamily } from '../readers/reader.types.ts';

export const PROGRAM_IDS = ['volatility3', 'sleuthkit', 'tshark', 'yara', 'plaso'] as const;
export type ProgramId = (typeof PROGRAM_IDS)[number];

export interface ProgramKind {
  readonly id: ProgramId;
  readonly label: string;
  readonly family: ToolFamily;
  /** Each by the names it goes by; the first group is asked for its version, all must be there. */
  readonly commands: readonly (readonly [name: string, ...others: string[]])[];
  readonly versionArgs: readonly string[];
  /** The first group is the version. */
  readonly version: RegExp;
  readonly adds: string;
  readonly install: string;
}

export const PROGRAMS: readonly ProgramKind[] = [
  {
    id: 'volatility3',
    label: 'Volatility 3',
    family: 'memory',
    commands: [['vol', 'vol.py', 'volatility3']],
    versionArgs: ['-h'],
    version: /Volatility 3 Framework (\d[\w.]{0,30})/,
    adds: 'Processes, connections, command lines and injected code of a Windows memory image.',
    install: "Install the Python package 'volatility3', then check again.",
  },
  {
    id: 'sleuthkit',
    label: 'The Sleuth Kit',
    family: 'disk',
    commands: [['fls'], ['mmls'], ['icat']],
    versionArgs: ['-V'],
    version: /The Sleuth Kit ver (\d[\w.]{0,30})/,
    adds: 'Partitions and files of disk images (raw; E01 and VHD as it was built), and the $MFT, $J and event logs in them.',
    install: "Install the package 'sleuthkit', then check again.",
  },
  {
    id: 'tshark',
    label: 'tshark',
    family: 'network',
    commands: [['tshark']],
    versionArgs: ['--version'],
    version: /TShark (?:\(Wireshark\) )?(\d[\w.]{0,30})/,
    adds: 'One line for each packet, also of protocols that the built-in reader does not decode.',
    install: "Install the package 'tshark' or Wireshark, then check again.",
  },
  {
    id: 'yara',
    label: 'YARA',
    family: 'malware',
    commands: [['yara', 'yara64']],
    versionArgs: ['--version'],
    version: /^(?:yara )?(\d+\.\d[\w.]{0,30})\s*$/m,
    adds: 'The enabled rules, run by the classic engine with its modules.',
    install: "Install the package 'yara', then check again.",
  },
  {
    id: 'plaso',
    label: 'plaso',
    family: 'log',
    commands: [
      ['log2timeline.py', 'log2timeline'],
      ['psort.py', 'psort'],
    ],
    versionArgs: ['--version'],
    version: /log2timeline version (\d[\w.]{0,30})/,
    adds: 'A timeline of everything its parsers find in a file or an image.',
    install: "Install the package 'plaso', then check again.",
  },
];

export function programOf(id: ProgramId): ProgramKind {
  const found = PROGRAMS.find((program) => program.id === id);
  if (!found) throw new Error(`no such program: ${id}`);
  return found;
}
