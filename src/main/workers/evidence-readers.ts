/** All readers of evidence: the built-in ones, those of files that are no logs, and programs of the machine. */

import { openHashSets } from '../areas/forensics/hash-sets/hash-sets.ts';
import { loadReaders } from '../areas/forensics/readers/all-readers.ts';
import { createFileReaders } from '../areas/forensics/readers/file-readers.ts';
import type { EvidenceReader } from '../areas/forensics/readers/reader.types.ts';
import { enabledYara } from '../areas/forensics/rules/yara-rules.store.ts';
import { createToolReaders } from '../areas/forensics/tools/tool-readers.ts';
import type { Database } from '../db/database.ts';

export async function allEvidenceReaders(
  dataDir: string,
  db: Database,
): Promise<readonly EvidenceReader[]> {
  const yaraRules = () => db.read('forensics.yara', enabledYara);
  return [
    ...(await loadReaders()),
    ...createFileReaders({
      yaraRules,
      openHashSets: () => openHashSets(dataDir),
    }),
    ...createToolReaders(dataDir, yaraRules),
  ];
}
