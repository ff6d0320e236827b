import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { dataContract } from '../../../shared/areas/settings/data.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { DataService } from './data.service.ts';
import type { WorkspaceExport } from './export.ts';
import type { RestoreService } from './restore.service.ts';

export interface DataRouteDeps {
  readonly data: DataService;
  readonly restore: RestoreService;
  readonly exportWorkspace: WorkspaceExport;
}

function attachment(name: string, type: string): Record<string, string> {
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
}

export function dataRoutes({ data, restore, exportWorkspace }: DataRouteDeps): Route[] {
  return [
    route(dataContract.info, () => data.info()),
    route(dataContract.export, ({ session }) => {
      const stream = exportWorkspace(session.user.id).pipeThrough(new CompressionStream('gzip'));
      return new Response(stream, {
        headers: attachment('watchfloor-workspace.ndjson.gz', 'application/gzip'),
      });
    }),
    route(dataContract.backups, async () => {
      const backups = await data.listBackups();
      return page(backups, backups.length, null);
    }),
    route(dataContract.createBackup, ({ body, session }) =>
      data.startBackup(body.passphrase, session.user.id),
    ),
    route(dataContract.backupFile, async ({ params }) => {
      const { path, bytes } = await data.backupFile(params.id);
      const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
      return new Response(stream, {
        headers: {
          ...attachment(params.id, 'application/octet-stream'),
          'Content-Length': String(bytes),
        },
      });
    }),
    route(dataContract.deleteBackup, ({ params }) => data.deleteBackup(params.id)),
    route(dataContract.checkBackup, ({ query, request }) => restore.check(query, request)),
    route(dataContract.receiveBackup, ({ query, request }) => restore.receive(query, request)),
    route(dataContract.restore, ({ body, session }) => restore.start(body, session.user.id)),
  ];
}
