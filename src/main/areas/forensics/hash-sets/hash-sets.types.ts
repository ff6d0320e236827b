export const HASH_BYTES = { md5: 16, sha1: 20, sha256: 32 } as const;
export type HashAlgorithm = keyof typeof HASH_BYTES;

export type HashVerdict = 'good' | 'bad';

export interface HashSetAnswer {
  readonly set: string;
  readonly verdict: HashVerdict;
  readonly algorithm: HashAlgorithm;
}

export type FileHashes = Readonly<Record<HashAlgorithm, string>>;

/** Open sets; close them after use. */
export interface HashLookup {
  find(hashes: FileHashes): readonly HashSetAnswer[];
  /** How many sets there are to be asked. */
  readonly sets: number;
  close(): void;
}
