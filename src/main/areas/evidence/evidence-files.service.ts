/** Gives files out: whole, in parts, or as much as can be shown. Each reading is in the chain of custody. */

import type { z } from 'zod';
import type { CustodyAction } from '../../../shared/areas/evidence/custody.rules.ts';
import type {
  filePartSchema,
  Preview,
} from '../../../shared/areas/evidence/evidence-files.contract.ts';
import type { Database } from '../../db/database.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { CustodyKeeper } from './custody.store.ts';
import { mustFindEvidence } from './evidence.store.ts';
import { fileToShow, type PreviewedFile, previewFile } from './preview.ts';

export interface EvidenceFilesDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly custody: CustodyKeeper;
}

export function createEvidenceFiles({ db, blobs, custody }: EvidenceFilesDeps) {
  const fileOf = (id: string): PreviewedFile =>
    fileToShow(db.read('evidence.file', (reader) => mustFindEvidence(reader, id)));

  function note(id: string, actor: string, action: CustodyAction): void {
    db.write({ actor, origin: 'user', action: 'evidence.read' }, (tx) => {
      if (action === 'READ') custody.noteOnce(tx, id, action, { actor });
      else custody.note(tx, id, action, { actor });
    });
  }

  return {
    /** The first bytes are read before the answer begins: a damaged file is an error, not half a file. */
    async download(id: string, actor: string): Promise<Response> {
      const file = fileOf(id);
      const source = blobs.read(file.sha256)[Symbol.asyncIterator]();
      const first = await source.next();
      note(id, actor, 'DOWNLOADED');
      let pending: IteratorResult<Uint8Array> | null = first;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = pending ?? (await source.next());
          pending = null;
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await source.return?.();
        },
      });
      return new Response(body, { headers: downloadHeaders(file) });
    },

    async preview(id: string, actor: string): Promise<Preview> {
      const preview = await previewFile(blobs, fileOf(id));
      note(id, actor, 'READ');
      return preview;
    },

    async part(
      id: string,
      { from, length }: { from: number; length: number },
      actor: string,
    ): Promise<z.infer<typeof filePartSchema>> {
      const file = fileOf(id);
      const chunks: Uint8Array[] = [];
      for await (const chunk of blobs.read(file.sha256, { from, to: from + length }))
        chunks.push(chunk);
      if (from === 0) note(id, actor, 'READ');
      return { size: file.size, base64: Buffer.concat(chunks).toString('base64') };
    },

    /** For another part of the core, which says in the chain what it did with it. */
    read: (id: string): AsyncIterable<Uint8Array> => blobs.read(fileOf(id).sha256),
  };
}
export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/** Never shown by a browser: saved, in a sandbox without scripts where somebody opens it all the same. */
function downloadHeaders({ name, size }: PreviewedFile): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'Content-Length': String(size),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'no-store',
  };
}
