import { sharedFilesContract } from '../../../../shared/areas/evidence/shared-files.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { type Route, route } from '../../../http/route.ts';
import { nodesOf, ownNode } from './places.store.ts';
import { fileOfEvidence } from './sync-files.store.ts';

export interface SharedFilesDeps {
  readonly db: Database;
  /** @throws AppError 'unavailable' with a sentence for the person */
  readonly fetchFile: (sha256: string) => Promise<void>;
  /** What the workstation of a node is called. */
  readonly labelOf: (node: string) => string | null;
}

export function sharedFileRoutes({ db, fetchFile, labelOf }: SharedFilesDeps): Route[] {
  return [
    route(sharedFilesContract.fetch, async ({ params }) => {
      const sha256 = db.read('evidence.file', (reader) => fileOfEvidence(reader, params.id));
      if (sha256 === undefined) throw new AppError('not-found', 'There is no such evidence');
      if (sha256 === null) throw new AppError('conflict', 'This evidence has no file of its own');
      await fetchFile(sha256);
      return { isHere: true as const };
    }),
    route(sharedFilesContract.place, ({ params }) => {
      const { nodes, own } = db.read('sync.places', (reader) => ({
        nodes: nodesOf(reader, params.resource, params.id),
        own: ownNode(reader),
      }));
      const others = nodes.filter((node) => node !== own).map(labelOf);
      return { isHere: nodes.length === 0 || nodes.includes(own), others };
    }),
  ];
}
