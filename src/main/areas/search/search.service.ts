import {
  SEARCH_AREAS,
  SEARCH_PERMISSIONS,
  type SearchArea,
  type SearchGroup,
} from '../../../shared/areas/search/search.contract.ts';
import { foldText, rankOf, searchWords } from '../../../shared/areas/search/search.rules.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';

export interface SearchRequest {
  readonly typed: string;
  /** The same, folded and split; never empty. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** The part of the search that one area answers. */
export type SearchSource = (request: SearchRequest) => Omit<SearchGroup, 'area'>;

export interface SearchService {
  /** Groups with at least one match, the one with the best first; equals in the order of the areas. */
  search(
    query: { readonly q: string; readonly limit: number },
    may: (permission: Permission) => boolean,
  ): SearchGroup[];
}

export function createSearchService(
  sources: Readonly<Record<SearchArea, SearchSource>>,
): SearchService {
  return {
    search({ q, limit }, may) {
      const words = searchWords(q);
      if (words.length === 0) return [];
      return SEARCH_AREAS.filter((area) => may(SEARCH_PERMISSIONS[area]))
        .map((area) => ({ area, ...sources[area]({ typed: q, words, limit }) }))
        .filter((group) => group.items.length > 0)
        .map((group) => ({ group, rank: bestRank(words, group) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ group }) => group);
    },
  };
}

/** Of what was found by a text that is not shown. */
const RANK_UNSEEN = 10;

function bestRank(words: readonly string[], { items }: SearchGroup): number {
  const ranks = items.map(({ title, detail }) => rankOf(words, foldText(title, [detail])));
  return Math.min(...ranks.map((rank) => rank ?? RANK_UNSEEN));
}
