import { settingsContract } from '../../../shared/areas/settings/settings.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Heard } from '../../db/heard-events.ts';
import { type EventHub, eventStream } from '../../http/events.ts';
import { findSession } from '../../http/guard.ts';
import { openApiDocument } from '../../http/openapi.ts';
import { type Route, route } from '../../http/route.ts';
import type { SessionPort } from '../../http/session.ts';
import type { WorkspaceStore } from './workspace.store.ts';

export interface SettingsDeps {
  readonly store: WorkspaceStore;
  readonly hub: EventHub;
  readonly sessions: SessionPort;
  readonly version: string;
  readonly schema: number;
  readonly isSetupRequired: () => boolean;
  /** Whether a job is at work, whose later results would land in the next workspace. */
  /** Ends what runs by itself; answers the title of a job that is in the way. */
  readonly makeWay: () => Promise<string | null>;
  /** Files that belonged to the workspace, once its rows are gone. */
  readonly removeFiles: () => Promise<void>;
  /** What of the events an account may hear. */
  readonly heardBy: (account: string) => Heard;
}

export function settingsRoutes({
  store,
  hub,
  sessions,
  version,
  schema,
  isSetupRequired,
  makeWay,
  removeFiles,
  heardBy,
}: SettingsDeps): Route[] {
  function workspace() {
    const found = store.read();
    if (!found) throw new AppError('not-found', 'There is no workspace yet');
    return found;
  }
  return [
    route(settingsContract.health, () => ({
      status: 'ok' as const,
      name: 'watchfloor' as const,
      version,
      schema,
      setupRequired: isSetupRequired(),
    })),
    route(settingsContract.events, ({ request, session }) =>
      eventStream(
        hub,
        request.signal,
        () => findSession(request, sessions) !== undefined,
        heardBy(session.user.id),
      ),
    ),
    route(settingsContract.openapi, () => openApiDocument(version)),
    route(settingsContract.workspace, workspace),
    route(settingsContract.leaveDemo, async ({ session }) => {
      if (workspace().kind !== 'demo')
        throw new AppError('conflict', 'This workspace is not the demo');
      if (workspace().isShared)
        throw new AppError(
          'conflict',
          'This demo is shared with others. Leave it under Settings, Sync; what is here can be deleted there.',
        );
      const inTheWay = await makeWay();
      if (inTheWay !== null)
        throw new AppError(
          'conflict',
          `"${inTheWay}" is running. Wait for its end or cancel it first.`,
        );
      store.startEmpty(session.user.id);
      await removeFiles();
      return workspace();
    }),
  ];
}
