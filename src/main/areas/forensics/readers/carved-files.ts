/** Files that passed through a capture, handed on to be taken in by themselves. */
import { createHash } from 'node:crypto';
import type { FileEvent } from '../../../../shared/areas/forensics/pcap/capture.types.ts';
import type { ReaderSink } from './reader.types.ts';

export interface Carved {
  readonly file: FileEvent;
  readonly pieces: readonly Uint8Array[];
}

export async function handOn(carved: Carved[], sink: ReaderSink): Promise<void> {
  for (const { file, pieces } of carved.splice(0)) {
    await sink.inner(nameOf(file), whole(file, pieces));
  }
}

/** Its hash is that of the event; a name that strangers gave is only a part of ours. */
function nameOf({ name, sha256, flow, exchange }: FileEvent): string {
  return `flow ${flow}, exchange ${exchange}/${name || sha256.slice(0, 16)}`;
}

/** @throws where what is handed on is not what was hashed */
async function* whole(file: FileEvent, pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== file.sha256) throw new Error('A carved file differs from its hash');
}
