import { STATUS_CODES } from 'node:http';
import type { BridgeCall, BridgeFile, CorePage } from '../../shared/bridge.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { HostRequest, HostResponse } from '../../shared/host.ts';
import { exhaustive } from '../../shared/kernel/exhaustive.ts';
import type { FileHandles } from '../platform/files.ts';
import { APP_ORIGIN } from './app-address.ts';
import type { BridgeCallHandler } from './ipc.ts';
import { saveAnswer } from './save-answer.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What a call may do besides asking the core. */
export interface BridgeActions {
  /** Paths that the user chose; empty when dismissed. */
  chooseFiles(): Promise<string[]>;
  /** Where to save, or undefined when dismissed. */
  chooseTarget(suggestedName: string): Promise<string | undefined>;
  /** From here on the page is told of changes; begins with `hello`. */
  startEvents(): void;
  navigate(path: CorePage): void;
}

export interface BridgeCallsDeps {
  readonly fetch: Fetch;
  readonly files: FileHandles;
  readonly actions: BridgeActions;
}

/** Does what the page asked for; sender and payload have been checked. */
export function createBridgeCallHandler({
  fetch,
  files,
  actions,
}: BridgeCallsDeps): BridgeCallHandler {
  return async (call: BridgeCall) => {
    switch (call.type) {
      case 'request':
        return toHostResponse(await fetch(coreRequest(call.request)));
      case 'subscribe':
        return actions.startEvents();
      case 'pick-files':
        return registerFiles(files, await actions.chooseFiles());
      case 'register-dropped':
        return registerFiles(files, call.paths);
      case 'send-file':
        return toHostResponse(await fetch(fileRequest(files, call.handle, call.request)));
      case 'save-as':
        return saveChosen(actions, call.suggestedName, () =>
          fetch(coreRequest({ method: 'GET', path: call.path })),
        );
      case 'save-content':
        return saveChosen(
          actions,
          call.suggestedName,
          async () => new Response(Buffer.from(call.content, 'base64')),
        );
      case 'navigate':
        return actions.navigate(call.path);
      default:
        return exhaustive(call);
    }
  };
}

/** Asks where to, then writes; nothing is fetched for a dialog that was dismissed. */
async function saveChosen(
  actions: BridgeActions,
  suggestedName: string,
  answer: () => Promise<Response>,
): Promise<boolean> {
  const target = await actions.chooseTarget(suggestedName);
  if (target === undefined) return false;
  await saveAnswer(await answer(), target);
  return true;
}

function coreRequest({ method, path, body }: HostRequest): Request {
  const headers = new Headers({ origin: APP_ORIGIN });
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(new URL(path, APP_ORIGIN), { method, headers, body: body ?? null });
}

/** The core reads the file itself, in a worker; only its handle travels (`importQuerySchema`). */
function fileRequest(files: FileHandles, handle: string, request: HostRequest): Request {
  if (!files.resolve(handle)) {
    throw new AppError('bad-input', 'This file is no longer known. Choose it again.');
  }
  const address = new URL(request.path, APP_ORIGIN);
  address.searchParams.set('handle', handle);
  return new Request(address, {
    method: request.method,
    headers: { origin: APP_ORIGIN, 'content-type': 'application/octet-stream' },
  });
}

async function registerFiles(files: FileHandles, paths: readonly string[]): Promise<BridgeFile[]> {
  const registered = await Promise.all(paths.map((path) => files.register(path)));
  return registered.map(({ handle, name, size }) => ({ ref: handle, name, size }));
}

async function toHostResponse(response: Response): Promise<HostResponse> {
  return {
    status: response.status,
    statusText: response.statusText || (STATUS_CODES[response.status] ?? ''),
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
