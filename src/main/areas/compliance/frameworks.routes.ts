import { frameworksContract } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { FrameworkImport } from './framework-import.service.ts';
import type { UpgradeService } from './framework-upgrade.ts';
import type { FrameworkService } from './frameworks.service.ts';

export interface FrameworkRouteDeps {
  readonly frameworks: FrameworkService;
  readonly upgrades: UpgradeService;
  readonly imports: FrameworkImport;
}

export function frameworkRoutes({ frameworks, upgrades, imports }: FrameworkRouteDeps): Route[] {
  const { list, create, get, update, remove, packs, pack, adopt, gone, restore } =
    frameworksContract;
  return [
    route(list, ({ query }) => {
      const { rows, total, nextCursor } = frameworks.list(query);
      return page(rows, total, nextCursor);
    }),
    route(create, ({ body, session }) => frameworks.create(body, session.user.id)),
    route(get, ({ params }) => frameworks.get(params.id)),
    route(update, ({ params, body, session }) =>
      frameworks.update(params.id, body, session.user.id),
    ),
    route(remove, ({ params, session }) => frameworks.remove(params.id, session.user.id)),
    route(packs, () => {
      const rows = frameworks.packs();
      return page(rows, rows.length, null);
    }),
    route(pack, ({ params }) => frameworks.pack(params.id)),
    route(adopt, ({ params, body, session }) => frameworks.adopt(params.id, body, session.user.id)),
    route(frameworksContract.upgrade, ({ params, query, session }) =>
      upgrades.preview(params.id, query, session.user.id),
    ),
    route(frameworksContract.applyUpgrade, ({ params, body, session }) =>
      upgrades.apply(params.id, body, session.user.id),
    ),
    route(gone, ({ params }) => {
      const rows = frameworks.gone(params.id);
      return page(rows, rows.length, null);
    }),
    route(restore, ({ params, body, session }) =>
      frameworks.restore(params.id, body.controlIds, session.user.id),
    ),
    ...importRoutes(imports),
  ];
}

function importRoutes(imports: FrameworkImport): Route[] {
  return [
    route(frameworksContract.previewImport, ({ query, request, session }) =>
      imports.preview(query, request, session.user.id),
    ),
    route(frameworksContract.import, ({ body, session }) => imports.import(body, session.user.id)),
    route(frameworksContract.template, async () =>
      workbook('framework-template', await imports.template()),
    ),
    route(frameworksContract.exportWorkbook, async ({ params }) => {
      const { name, bytes } = await imports.workbook(params.id);
      return workbook(name, bytes);
    }),
  ];
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The name goes into a header: plain characters only. */
function workbook(name: string, bytes: Uint8Array): Response {
  const file = name.replace(/[^\w.-]+/g, '-').slice(0, 80);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': XLSX,
      'Content-Disposition': `attachment; filename="${file}.xlsx"`,
    },
  });
}
