/** What YARA-X answers, made bounded. Runs in its thread. */
import type {
  YaraHitPlace,
  YaraMatch,
} from '../../../../shared/areas/forensics/yara/yara.types.ts';
import { AROUND_BYTES, MATCH_BYTES, MOST_PLACES, MOST_RULES_HIT } from './yara-protocol.ts';

interface RawRule {
  readonly identifier: string;
  readonly namespace: string;
  readonly isPrivate: boolean;
  readonly tags: readonly string[];
  readonly metadata: readonly { readonly identifier: string; readonly value: unknown }[];
  readonly patterns: readonly {
    readonly identifier: string;
    readonly isPrivate: boolean;
    readonly matches: readonly { readonly offset: number; readonly length: number }[];
  }[];
}

export interface RawResult {
  readonly matches: readonly RawRule[];
}

export const MOST_META = 40;
const MOST_TEXT = 1_000;

export const metaTexts = (metadata: RawRule['metadata']): Record<string, string> =>
  Object.fromEntries(
    metadata
      .slice(0, MOST_META)
      .map(({ identifier, value }) => [identifier, String(value).slice(0, MOST_TEXT)]),
  );

export function matchesOf(
  { matches }: RawResult,
  bytes: Uint8Array,
  base: number,
  names: readonly string[],
): YaraMatch[] {
  return matches
    .filter(({ isPrivate }) => !isPrivate)
    .slice(0, MOST_RULES_HIT)
    .map(({ identifier, namespace, tags, metadata, patterns }) => {
      const places: YaraHitPlace[] = [];
      let placeCount = 0;
      for (const { identifier: pattern, isPrivate, matches: found } of patterns) {
        if (isPrivate) continue;
        placeCount += found.length;
        for (const { offset, length } of found) {
          if (places.length < MOST_PLACES)
            places.push(placeOf(pattern, offset, length, bytes, base));
        }
      }
      const meta = metaTexts(metadata);
      const source = names[Number(namespace)] ?? '';
      return { source, identifier, tags: tags.slice(0, MOST_META), meta, places, placeCount };
    });
}

function placeOf(
  pattern: string,
  offset: number,
  length: number,
  bytes: Uint8Array,
  base: number,
): YaraHitPlace {
  const from = Math.max(0, offset - AROUND_BYTES);
  const to = Math.min(bytes.length, offset + Math.min(length, MATCH_BYTES) + AROUND_BYTES);
  const around = Buffer.from(bytes.subarray(from, to)).toString('hex');
  return { pattern, offset: base + offset, length, bytes: around, lead: offset - from };
}
