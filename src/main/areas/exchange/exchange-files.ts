/** Where files of exchange lie: encrypted like evidence, for a day. */
import { join } from 'node:path';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';

/** In the data folder; nothing in it outlives a workspace. */
const EXCHANGE_FOLDER = 'exchange';

export const exchangeFiles = (dataDir: string, key: Uint8Array): BlobStore =>
  createBlobStore(join(dataDir, EXCHANGE_FOLDER), key);

/** A name for a person's disk: short, without what paths mean. */
export const fileNameOf = (title: string, ending: string): string =>
  `${
    title
      .normalize('NFKD')
      .replace(/[^\w .-]+/g, '')
      .trim()
      .replace(/[ .]+/g, '-')
      .slice(0, 80) || 'watchfloor'
  }${ending}`;
