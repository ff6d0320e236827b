import type { BrowserDeps } from './browser.ts';

/** The browser itself, as `createBrowserHost` wants it. */
export function browserDeps(page: Window & typeof globalThis): BrowserDeps {
  return {
    fetch: (path, init) => page.fetch(path, init),
    openEvents: (path) => new page.EventSource(path),
    chooseFiles: () => chooseFiles(page.document),
    download: (path, name) => download(page.document, path, name),
    downloadContent: (content, name) => downloadContent(page, content, name),
    go: (path) => page.location.assign(path),
    later: (run, delayMs) => {
      const timer = page.setTimeout(run, delayMs);
      return () => page.clearTimeout(timer);
    },
  };
}

function chooseFiles(document: Document): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.hidden = true;
    const finish = (files: File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => finish([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => finish([]), { once: true });
    document.body.append(input);
    input.click();
  });
}

/** The browser reads the content some time after the click. */
const READ_WITHIN_MS = 60_000;

function downloadContent(
  page: Window & typeof globalThis,
  content: Uint8Array<ArrayBuffer>,
  name: string,
): void {
  const address = page.URL.createObjectURL(new Blob([content]));
  download(page.document, address, name);
  page.setTimeout(() => page.URL.revokeObjectURL(address), READ_WITHIN_MS);
}

function download(document: Document, path: string, name: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
