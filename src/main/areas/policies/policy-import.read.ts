/** A file of a stranger read into the text of a policy, in a thread of its own; nothing is written. */
import { createHash } from 'node:crypto';
import {
  POLICY_CATEGORIES,
  POLICY_CONTENT_MAX,
  POLICY_DESCRIPTION_MAX,
  POLICY_TITLE_MAX,
  type PolicyCategory,
  VERSION_PATTERN,
} from '../../../shared/areas/policies/policies.rules.ts';
import type {
  PolicyImportCounts,
  PolicyImportFormat,
  PolicyImportNote,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { countWords } from '../../../shared/areas/policies/policy-texts.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { loadMarkdown } from './markdown-tree.ts';
import { splitFrontMatter } from './policy-front-matter.ts';
import { readDocx } from './policy-import.docx.ts';
import { cleanTree, countTree, firstHeading, parseSafely } from './policy-import.markdown.ts';
import { createNoteBook, type NoteBook } from './policy-import.notes.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_FILE_BYTES = 20 * MEBIBYTE;
const MAX_MARKDOWN_BYTES = MEBIBYTE;
const UNTITLED = 'Imported policy';

export interface PolicyDraft {
  readonly format: PolicyImportFormat;
  readonly title: string;
  readonly description: string | null;
  readonly category: PolicyCategory | null;
  readonly version: string | null;
  readonly content: string;
  readonly counts: PolicyImportCounts;
  readonly notes: PolicyImportNote[];
  /** Of the file. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

type Text = Pick<PolicyDraft, 'title' | 'description' | 'category' | 'version' | 'content'> & {
  readonly tree: Parameters<typeof countTree>[0];
};

/** @throws AppError 'bad-input' or 'too-large' with what is wrong and what to do. */
export async function readPolicyFile(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<PolicyDraft> {
  const bytes = await collect(source);
  const notes = createNoteBook();
  // A ZIP or an OLE container, whatever its name says.
  const isPacked = /^(?:504b0304|504b0506|d0cf11e0)$/.test(bytes.subarray(0, 4).toString('hex'));
  const isDocx = isPacked || /\.(?:docx|docm|doc|dotx)$/i.test(fileName);
  const { tree, ...text } = isDocx
    ? await readWord(bytes, fileName, notes)
    : await readMarkdown(bytes, fileName, notes);
  if (text.content.length > POLICY_CONTENT_MAX)
    throw new AppError(
      'too-large',
      `The text of this file has more than ${POLICY_CONTENT_MAX.toLocaleString('en')} characters. Split it into several policies.`,
    );
  if (text.content.trim() === '')
    throw new AppError('bad-input', 'There is no text in this file that could become a policy.');
  return {
    ...text,
    format: isDocx ? 'docx' : 'markdown',
    counts: { ...countTree(tree), words: countWords(text.content) },
    notes: notes.all(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
  };
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      throw new AppError(
        'too-large',
        `This file has more than ${MAX_FILE_BYTES / MEBIBYTE} MB. Remove its pictures, or split it.`,
      );
    chunks.push(chunk);
  }
  if (size === 0) throw new AppError('bad-input', 'This file is empty.');
  return Buffer.concat(chunks);
}

const nameTitle = (fileName: string) =>
  fileName
    .replace(/\.[a-z0-9]{1,9}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim() || UNTITLED;

async function readWord(bytes: Buffer, fileName: string, notes: NoteBook): Promise<Text> {
  const { title, tree } = await readDocx(bytes, notes);
  cleanTree(tree, notes);
  const tools = await loadMarkdown();
  const content = tools.write(tree);
  // What was written must be what the page can show.
  const read = parseSafely(tools, content);
  const found = title ?? firstHeading(read) ?? nameTitle(fileName);
  const facts = { description: null, category: null, version: null };
  return { ...facts, title: found.slice(0, POLICY_TITLE_MAX), content, tree: read };
}

async function readMarkdown(bytes: Buffer, fileName: string, notes: NoteBook): Promise<Text> {
  if (bytes.length > MAX_MARKDOWN_BYTES)
    throw new AppError(
      'too-large',
      'This text has more than 1 MB. Split it into several policies.',
    );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad-input', 'This file is not text in UTF-8, nor a .docx document.', {
      cause,
    });
  }
  if (text.includes('\0'))
    throw new AppError('bad-input', 'This file is not text in UTF-8, nor a .docx document.');
  const { front, body } = await splitFrontMatter(text.replaceAll('\r\n', '\n'), 'failsafe');
  const tools = await loadMarkdown();
  const written = body.replace(/^\n+/, '');
  const tree = parseSafely(tools, written);
  const isChanged = cleanTree(tree, notes);
  const facts = factsOf(front ?? {}, notes);
  const content = isChanged ? tools.write(tree) : written;
  return {
    ...facts,
    title: (facts.title ?? firstHeading(tree) ?? nameTitle(fileName)).slice(0, POLICY_TITLE_MAX),
    content,
    tree: isChanged ? parseSafely(tools, content) : tree,
  };
}

/** Fields that an export writes and an import has no use for. */
const KNOWN_FIELDS = ['status', 'owner', 'effectiveDate', 'nextReviewDate', 'sha256'];

function factsOf(front: Readonly<Record<string, unknown>>, notes: NoteBook) {
  const { title, description, category, version, ...rest } = front;
  const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() || null : null);
  const named = textOf(category)?.toUpperCase() ?? null;
  const known = POLICY_CATEGORIES.find((one) => one === named) ?? null;
  if (named !== null && known === null)
    notes.add('Category', `It is none of ${POLICY_CATEGORIES.join(', ')}`);
  const written = textOf(version);
  const isVersion = written !== null && VERSION_PATTERN.test(written);
  if (written !== null && !isVersion) notes.add('Version', 'It is not like 1.0');
  for (const name of Object.keys(rest).slice(0, 50))
    if (!KNOWN_FIELDS.includes(name))
      notes.add(`Front matter: ${name.slice(0, 60)}`, 'Policies have no such field');
  return {
    title: textOf(title),
    description: textOf(description)?.slice(0, POLICY_DESCRIPTION_MAX) ?? null,
    category: known,
    version: isVersion ? written : null,
  };
}
