/** Every reader of evidence there is. Each is loaded where a job reads, not at the start. */
import type { EvidenceReader } from './reader.types.ts';

type Load = () => Promise<readonly EvidenceReader[]>;

/** One line a part: `async () => [(await import('./evtx.reader.ts')).evtxReader],`. */
const LOADS: readonly Load[] = [
  async () => [(await import('./evtx.reader.ts')).evtxReader],
  async () => [(await import('./evtx-xml.reader.ts')).evtxXmlReader],
  async () => [(await import('./capture.reader.ts')).captureReader],
  async () => [(await import('./json.reader.ts')).jsonReader],
  async () => [(await import('./csv.reader.ts')).csvReader],
  async () => (await import('./line-log.readers.ts')).LINE_LOG_READERS,
  async () => {
    const { bodyfileReader, mactimeReader } = await import('./bodyfile.reader.ts');
    return [bodyfileReader, mactimeReader];
  },
  async () => [(await import('./mft.reader.ts')).mftReader],
  async () => [(await import('./usn.reader.ts')).usnReader],
  async () => [(await import('./memory.reader.ts')).memoryReader],
];

export async function loadReaders(): Promise<readonly EvidenceReader[]> {
  const loaded = await Promise.all(LOADS.map((load) => load()));
  return loaded.flat();
}
