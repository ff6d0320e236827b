/**
 * What the reader needs of a cryptographic library. It is handed in, so that this module runs anywhere.
 * Hashes name things here and secure nothing: MD5 is what JA3 is defined with.
 */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  /** Lower-case hexadecimal. */
  digest(): string;
}

export interface CaptureCrypto {
  hash(name: 'md5' | 'sha1' | 'sha256', bytes: Uint8Array): string;
  runningSha256(): RunningHash;
  /** The rest opens QUIC's first packets, whose keys are public (RFC 9001 section 5.2). */
  hmacSha256(key: Uint8Array, data: Uint8Array): Uint8Array;
  /** One block of 16 bytes. */
  aes128Block(key: Uint8Array, block: Uint8Array): Uint8Array;
  /** `sealed` ends with the tag of 16 bytes. Null where the tag does not hold. */
  openAes128Gcm(
    key: Uint8Array,
    nonce: Uint8Array,
    sealed: Uint8Array,
    associated: Uint8Array,
  ): Uint8Array | null;
}
