/**
 * The forensic tools of this workstation. Where a program is, only who manages the workspace says: what
 * is named there is run. Defences are in run-program.ts and probe.ts.
 */
import { toolsContract } from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import { type Route, route } from '../../../http/route.ts';
import type { ToolsService } from './tools.service.ts';

export function toolRoutes(tools: ToolsService): Route[] {
  return [
    route(toolsContract.state, () => tools.state()),
    route(toolsContract.check, ({ session }) => tools.check(session.user.id)),
    route(toolsContract.setPath, ({ params, body, session }) =>
      tools.setPath(params.program, body.path, session.user.id),
    ),
  ];
}
