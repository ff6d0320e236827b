import { EventEmitter } from 'node:events';
import { handlers } from './parent.ts';
import { emitPreventable } from './preventable.ts';

type BeforeRequest = (
  details: { readonly url: string },
  answer: (response: { cancel?: boolean }) => void,
) => void;
type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: { readonly requestingUrl: string },
) => void;

class Session extends EventEmitter {
  #beforeRequest: BeforeRequest = (_details, answer) => answer({});
  #permissionRequest: PermissionRequest = (_contents, _permission, answer) => answer(true);
  #permissionCheck: (contents: unknown, permission: string, origin: string) => boolean = () => true;
  #device: (details: unknown) => boolean = () => true;
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.#beforeRequest = listener;
    },
  };

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.#permissionRequest = handler;
  }

  setPermissionCheckHandler(
    handler: (contents: unknown, permission: string, origin: string) => boolean,
  ): void {
    this.#permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: (details: unknown) => boolean): void {
    this.#device = handler;
  }

  setDisplayMediaRequestHandler(): void {}

  isCancelled(url: string): Promise<boolean> {
    return new Promise((resolve) =>
      this.#beforeRequest({ url }, (response) => resolve(response.cancel === true)),
    );
  }

  async isGranted(permission: string, requestingUrl: string): Promise<boolean> {
    const isRequested = await new Promise<boolean>((resolve) =>
      this.#permissionRequest(null, permission, resolve, { requestingUrl }),
    );
    return isRequested && this.#permissionCheck(null, permission, requestingUrl);
  }

  isDeviceGranted(): boolean {
    return this.#device({});
  }
}

export const session = { defaultSession: new Session() };

handlers['session.isCancelled'] = ({ url }: { url: string }) =>
  session.defaultSession.isCancelled(url);
handlers['session.isGranted'] = (asked: { permission: string; requestingUrl: string }) =>
  session.defaultSession.isGranted(asked.permission, asked.requestingUrl);
handlers['session.isDeviceGranted'] = () => session.defaultSession.isDeviceGranted();
handlers['session.isDownloadPrevented'] = ({ url }: { url: string }) =>
  emitPreventable(session.defaultSession, 'will-download', {}, { getURL: () => url });
