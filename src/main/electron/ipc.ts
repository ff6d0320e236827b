/**
 * The page's only way into the main process: one channel. Defences: the sender must be the top
 * frame of our own window on our own origin; every payload is parsed by a strict schema; a failure
 * answers a sentence for the user, never a path or a stack.
 */
import type { IpcMain, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import {
  BRIDGE_EVENT_CHANNEL,
  BRIDGE_REQUEST_CHANNEL,
  type BridgeAnswer,
  type BridgeCall,
} from '../../shared/bridge.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Log } from '../platform/log.ts';
import { bridgeCallSchema } from './bridge-call.ts';
import { isTrustedSender } from './security.ts';

export type BridgeCallHandler = (call: BridgeCall) => Promise<unknown>;

export interface IpcDeps {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** The top frame of the window, or undefined while there is none. */
  readonly mainFrame: () => WebFrameMain | undefined;
  readonly handle: BridgeCallHandler;
  readonly log: Log;
}

export function answerBridgeCalls(deps: IpcDeps): void {
  deps.ipcMain.handle(BRIDGE_REQUEST_CHANNEL, (event: IpcMainInvokeEvent, payload: unknown) =>
    answerBridgeCall(deps, event.senderFrame, payload),
  );
}

export async function answerBridgeCall(
  deps: Omit<IpcDeps, 'ipcMain'>,
  sender: WebFrameMain | null,
  payload: unknown,
): Promise<BridgeAnswer> {
  if (!isTrustedSender(sender, deps.mainFrame())) {
    deps.log.warn('bridge call of a foreign frame refused');
    return { ok: false, message: 'This page may not use Watchfloor.' };
  }
  const call = bridgeCallSchema.safeParse(payload);
  if (!call.success) {
    deps.log.warn('malformed bridge call refused');
    return { ok: false, message: 'Watchfloor did not understand this call.' };
  }
  try {
    return { ok: true, value: await deps.handle(call.data) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message };
    deps.log.error('bridge call failed', { call: call.data.type, cause: error });
    return { ok: false, message: 'Something failed inside Watchfloor. It is in the log.' };
  }
}

/** Hands an event of the core to the page. */
export function sendEvent(contents: WebContents, event: ServerEvent): void {
  if (!contents.isDestroyed()) contents.send(BRIDGE_EVENT_CHANNEL, event);
}
