import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import { FILE_PART_BYTES } from '../../../shared/areas/evidence/evidence-files.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

/** Some bytes of a file, however many calls that takes. */
export async function readBytes(
  client: Client,
  id: string,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  for (let at = from; at < to; at += FILE_PART_BYTES) {
    const length = Math.min(FILE_PART_BYTES, to - at);
    const part = await client.call(evidenceContract.filePart, {
      params: { id },
      query: { from: at, length },
    });
    const text = atob(part.base64);
    for (let n = 0; n < text.length; n++) bytes[at - from + n] = text.charCodeAt(n);
  }
  return bytes;
}
