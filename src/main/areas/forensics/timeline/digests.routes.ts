/** What is made of the events of a case: its tree of processes, and who logged on where. */
import {
  logonsContract,
  processesContract,
} from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { DigestService } from './digests.service.ts';

export function digestRoutes(digests: DigestService): Route[] {
  return [
    route(processesContract.get, ({ params: { id } }) => digests.processes(id)),
    route(processesContract.nodes, ({ params: { id }, query }) => {
      const { rows, total, nextCursor } = digests.nodes(id, query);
      return page(rows, total, nextCursor);
    }),
    route(processesContract.analyze, ({ params: { id }, session }) =>
      digests.makeProcesses(id, session.user.id),
    ),
    route(logonsContract.get, ({ params: { id } }) => digests.logons(id)),
    route(logonsContract.analyze, ({ params: { id }, session }) =>
      digests.makeLogons(id, session.user.id),
    ),
  ];
}
