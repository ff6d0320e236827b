/** The programs of the machine as readers of evidence. A person chooses them; none recognises a file. */
import type { EvidenceReader } from '../readers/reader.types.ts';
import { plasoReader } from './plaso.adapter.ts';
import { sleuthkitReader } from './sleuthkit.adapter.ts';
import { tsharkReader } from './tshark.adapter.ts';
import { volatilityReader } from './volatility.adapter.ts';
import { type YaraSource, yaraProgramReader } from './yara.adapter.ts';

/** @param yaraRules those that are enabled; asked for when a run begins. */
export const createToolReaders = (
  dataDir: string,
  yaraRules: () => readonly YaraSource[] = () => [],
): readonly EvidenceReader[] => [
  volatilityReader(dataDir),
  sleuthkitReader(dataDir),
  tsharkReader(dataDir),
  yaraProgramReader(dataDir, yaraRules),
  plasoReader(dataDir),
];
