import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, CDPSession, Dialog, Frame, Page } from 'playwright';
import {
  type FrameInfo,
  type Navigation,
  type OpenedWindow,
  PAGE_ORIGIN,
  type PageAnswer,
  type PageRequest,
  toAppUrl,
  toPageUrl,
} from './messages.ts';
import { installElectron, type PageScriptArgs } from './page-script.ts';
import type { Rpc } from './rpc.ts';

const SCRIPT_ARGS: PageScriptArgs = {
  pageOrigin: PAGE_ORIGIN,
  invokeBinding: '__electronDoubleInvoke',
  receiver: '__electronDoubleReceive',
  droppedPaths: '__electronDoubleDropped',
};

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/** One BrowserWindow: a real Chromium page whose every request the main process answers. */
export class ChromiumWindow {
  readonly page: Page;
  readonly #windowId: number;
  readonly #main: Rpc;
  readonly #cdp: CDPSession;
  readonly #mainFrameId: string;
  /** The address that the main process itself sent the page to. */
  #expectedUrl: string | undefined;
  readonly deniedUrls: string[] = [];
  #onStay: () => void = () => undefined;

  private constructor(
    windowId: number,
    main: Rpc,
    page: Page,
    cdp: CDPSession,
    mainFrameId: string,
  ) {
    this.#windowId = windowId;
    this.#main = main;
    this.page = page;
    this.#cdp = cdp;
    this.#mainFrameId = mainFrameId;
  }

  static async open(browser: Browser, main: Rpc, opened: OpenedWindow): Promise<ChromiumWindow> {
    const { id, width, height } = opened;
    const context = await browser.newContext({ viewport: { width, height } });
    await exposeElectron(context, main, opened);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const window = new ChromiumWindow(id, main, page, cdp, frameTree.frame.id);
    await window.#start();
    return window;
  }

  async #start(): Promise<void> {
    this.#cdp.on('Fetch.requestPaused', (paused) => void this.#answer(paused as PausedRequest));
    await this.#cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    this.page.on('load', () => {
      const url = toAppUrl(this.page.url());
      this.#main.tell('window.loaded', { windowId: this.#windowId, url });
    });
    this.page.on('dialog', (dialog) => void this.#answerDialog(dialog));
    this.page.on('popup', (popup) => void this.#openPopup(popup));
    this.page.on('download', async (download) => {
      const asked = { url: toAppUrl(download.url()) };
      if (await this.#main.call<boolean>('session.isDownloadPrevented', asked)) {
        this.deniedUrls.push(asked.url);
        await download.cancel();
      }
    });
  }

  /** Electron asks before there is a window; here the popup is closed again, before it loads. */
  async #openPopup(popup: Page): Promise<void> {
    const asked = { windowId: this.#windowId, url: toAppUrl(popup.url()) };
    if ((await this.#main.call<string>('window.opening', asked)) !== 'deny') return;
    this.deniedUrls.push(asked.url);
    await popup.close();
  }

  async load(appUrl: string): Promise<void> {
    this.#expectedUrl = toPageUrl(appUrl);
    await this.page.goto(this.#expectedUrl);
  }

  send(channel: string, values: unknown[]): Promise<void> {
    return this.page
      .evaluate(
        ([receiver, name, sent]) => {
          const page = globalThis as unknown as Record<string, (...args: unknown[]) => void>;
          page[receiver]?.(name, sent);
        },
        [SCRIPT_ARGS.receiver, channel, values] as const,
      )
      .catch(() => {}); // The page is on its way to another address: Electron drops these, too.
  }

  /** Drops real files with real drag events on the middle of an element. */
  async dropFiles(selector: string, paths: Readonly<Record<string, string>>): Promise<void> {
    await this.page.evaluate(([name, known]) => Object.assign(globalThis, { [name]: known }), [
      SCRIPT_ARGS.droppedPaths,
      paths,
    ] as const);
    const box = await this.page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} cannot be seen`);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: Object.values(paths), dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await this.#cdp.send('Input.dispatchDragEvent', { type, ...at, data });
    }
  }

  /** Closes the page as its user would; false where it asked to stay and may. */
  async unload(): Promise<boolean> {
    if (this.page.isClosed()) return true;
    const left = this.page.waitForEvent('close', { timeout: 0 }).then(() => true);
    const stayed = new Promise<boolean>((resolve) => {
      this.#onStay = () => resolve(false);
    });
    await this.page.close({ runBeforeUnload: true });
    return Promise.race([left, stayed]);
  }

  async #answerDialog(dialog: Dialog): Promise<void> {
    if (dialog.type() !== 'beforeunload') return dialog.dismiss();
    const asked = { windowId: this.#windowId };
    if (await this.#main.call<boolean>('window.preventUnload', asked)) return dialog.accept();
    await dialog.dismiss();
    this.#onStay();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #answer(paused: PausedRequest): Promise<void> {
    const { requestId } = paused;
    try {
      if (await this.#isRefused(paused)) {
        this.deniedUrls.push(toAppUrl(paused.request.url));
        await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
      const asked = toPageRequest(paused);
      const answer = await this.#main.call<PageAnswer>('protocol.answer', asked);
      await this.#cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responsePhrase: answer.statusText || 'OK',
        responseHeaders: answer.headers.map(([name, value]) => ({ name, value: toPageUrl(value) })),
        body: Buffer.from(answer.body).toString('base64'),
      });
    } catch {
      // The page, its request or the application is gone, or nothing serves this address.
      await this.#cdp
        .send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
        .catch(() => {});
    }
  }

  async #isRefused(paused: PausedRequest): Promise<boolean> {
    const url = toAppUrl(paused.request.url);
    if (paused.resourceType === 'Document' && (await this.#isNavigationRefused(paused, url))) {
      return true;
    }
    return this.#main.call<boolean>('session.isCancelled', { url });
  }

  async #isNavigationRefused(paused: PausedRequest, url: string): Promise<boolean> {
    const isExpected = paused.request.url === this.#expectedUrl;
    this.#expectedUrl = undefined;
    if (isExpected) return false;
    const asked: Navigation = {
      windowId: this.#windowId,
      url,
      isMainFrame: paused.frameId === this.#mainFrameId,
      isRedirect: paused.redirectedRequestId !== undefined,
    };
    return this.#main.call<boolean>('window.navigate', asked);
  }
}

async function exposeElectron(
  context: BrowserContext,
  main: Rpc,
  { id, preload }: OpenedWindow,
): Promise<void> {
  await context.exposeBinding(
    SCRIPT_ARGS.invokeBinding,
    ({ frame }, channel: string, args: unknown[]) =>
      main.call('ipc.invoke', { windowId: id, channel, args, frame: toFrameInfo(frame) }),
  );
  const source = await readFile(preload, 'utf8');
  const wrapped = `function (require, module, exports) {\n${source}\n}`;
  await context.addInitScript({
    content: `(${installElectron.toString()})(${JSON.stringify(SCRIPT_ARGS)}, ${wrapped});`,
  });
}

function toFrameInfo(frame: Frame): FrameInfo {
  const url = toAppUrl(frame.url());
  const { protocol, host } = new URL(url);
  return { url, origin: `${protocol}//${host}`, isMain: frame.parentFrame() === null };
}

function toPageRequest({ request }: PausedRequest): PageRequest {
  const parts = (request.postDataEntries ?? []).map(({ bytes = '' }) =>
    Buffer.from(bytes, 'base64'),
  );
  return {
    url: toAppUrl(request.url),
    method: request.method,
    headers: Object.entries(request.headers).map(([name, value]) => [name, toAppUrl(value)]),
    body: parts.length > 0 ? new Uint8Array(Buffer.concat(parts)) : undefined,
  };
}
