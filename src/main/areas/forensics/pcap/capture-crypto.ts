/** Node's cryptography for the capture reader of `src/shared/areas/forensics/pcap`. Grants no power. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hash } from 'node:crypto';
import type { CaptureCrypto } from '../../../../shared/areas/forensics/pcap/crypto.types.ts';

const TAG_BYTES = 16;

export const CAPTURE_CRYPTO: CaptureCrypto = {
  hash: (name, bytes) => hash(name, bytes, 'hex'),
  runningSha256() {
    const running = createHash('sha256');
    return {
      update(bytes) {
        running.update(bytes);
      },
      digest: () => running.digest('hex'),
    };
  },
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
  aes128Block: (key, block) =>
    createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block),
  openAes128Gcm(key, nonce, sealed, associated) {
    if (sealed.length < TAG_BYTES) return null;
    const end = sealed.length - TAG_BYTES;
    const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associated);
    cipher.setAuthTag(sealed.subarray(end));
    const open = cipher.update(sealed.subarray(0, end));
    try {
      cipher.final();
      return open;
    } catch {
      return null;
    }
  },
};
