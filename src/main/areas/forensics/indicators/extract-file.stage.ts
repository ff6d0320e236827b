/**
 * Reads the text of a PDF, a Word document or a text file of a stranger, to find indicators in it.
 * Defences: limits of bytes, pages and characters; scripts, fonts and embedded files of a PDF are not
 * touched (only its text is asked for, evaluation is off); a document's archive is opened by the reader
 * of Word documents alone; nothing is written; runs in a stage's thread that ends with it.
 */
import type { Buffer } from 'node:buffer';
import { z } from 'zod';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { JobContext } from '../../../jobs/job.ts';
import type { StageFunction } from '../../../jobs/stage.ts';
import { type FoundSet, findInTexts, type NamedText } from './extraction.ts';
import { readWholeFile, textOfBytes } from './file-text.ts';
import { loadFindPorts } from './find-ports.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PAGES = 2_000;
const MAX_TEXT = 20_000_000;

const inputSchema = z.object({ fileName: z.string() });

export const extractFileStage: StageFunction = async (rawInput, source, send) => {
  inputSchema.parse(rawInput);
  const bytes = await readWholeFile(source, MAX_BYTES);
  const { texts, notes } = await textsOf(bytes);
  await send({ value: findInTexts(texts, await loadFindPorts(), notes), transfer: [] });
};

/** @returns the FoundSet; nothing is written. */
export async function extractFileJob(rawInput: unknown, context: JobContext): Promise<FoundSet> {
  const input = inputSchema.parse(rawInput);
  for await (const found of context.stage('extract-indicators', input)) return found as FoundSet;
  throw new AppError('internal', 'The file was read, but nothing came of it.');
}

interface Texts {
  readonly texts: readonly NamedText[];
  readonly notes: readonly string[];
}

async function textsOf(bytes: Buffer): Promise<Texts> {
  const head = bytes.subarray(0, 1024).toString('latin1');
  if (head.includes('%PDF-')) return pdfTexts(bytes);
  if (head.startsWith('PK')) return docxTexts(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw new AppError(
      'bad-input',
      'Old Word documents (.doc) are not read. Save it as .docx or PDF.',
    );
  return { texts: [{ name: 'text', text: textOfBytes(bytes) }], notes: [] };
}

async function docxTexts(bytes: Buffer): Promise<Texts> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    return { texts: [{ name: 'document', text: value.slice(0, MAX_TEXT) }], notes: [] };
  } catch {
    throw new AppError('bad-input', 'This archive is no Word document that can be read.');
  }
}

async function pdfTexts(bytes: Buffer): Promise<Texts> {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  // Read in this thread, which is one of its own already.
  Object.assign(globalThis, { pdfjsWorker: worker });
  const task = pdfjs.getDocument({
    ...{ data: new Uint8Array(bytes), isEvalSupported: false, useSystemFonts: false },
    ...{ disableFontFace: true, enableXfa: false, verbosity: 0, stopAtErrors: false },
  });
  try {
    const pdf = await task.promise;
    const texts: NamedText[] = [];
    const notes: string[] = [];
    let length = 0;
    const pages = Math.min(pdf.numPages, MAX_PAGES);
    if (pages < pdf.numPages)
      notes.push(`Only the first ${MAX_PAGES.toLocaleString('en')} pages were read`);
    for (let n = 1; n <= pages && length < MAX_TEXT; n++) {
      const page = await pdf.getPage(n);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        .join('');
      length += text.length;
      texts.push({ name: `page ${n}`, text });
    }
    if (length === 0) notes.push('This PDF has no text: it may be a scan');
    return { texts, notes };
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new AppError(
      'bad-input',
      isLocked ? 'This PDF is protected by a password.' : 'This PDF cannot be read.',
    );
  } finally {
    await task.destroy();
  }
}
