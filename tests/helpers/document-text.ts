/** What a document says, read by a library that did not make it. */
import { fromBuffer } from 'yauzl';

export interface PdfText {
  readonly pages: readonly string[];
  readonly info: Readonly<Record<string, unknown>>;
  /** Annotations (links and forms) and scripts of the file. */
  readonly active: number;
  /** Furthest right edge of any text, in points, and the width of its page. */
  readonly right: number;
  readonly width: number;
}

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const file = await pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  let [active, right, width] = [0, 0, 0];
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number);
    width = page.getViewport({ scale: 1 }).width;
    active += (await page.getAnnotations()).length;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ('str' in item ? [item] : []));
    for (const item of texts)
      right = Math.max(right, Number(item.transform[4]) + Number(item.width));
    pages.push(texts.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''));
  }
  active += Object.keys((await file.getJSActions()) ?? {}).length;
  const { info } = await file.getMetadata();
  return { pages, info: info as Record<string, unknown>, active, right, width };
}

/** The parts of an Office file as text. */
export function readParts(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(parts));
      zip.on('error', reject);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of WordprocessingML: what stands in its runs, a line a paragraph. */
export function wordText(xml: string): string {
  return xml
    .replaceAll('</w:p>', '\n')
    .replaceAll(/<w:br[^>]*>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
