import { describe, expect, test } from 'vitest';
import {
  createSearchService,
  type SearchSource,
} from '../../src/main/areas/search/search.service.ts';
import {
  SEARCH_AREAS,
  SEARCH_PERMISSIONS,
  type SearchArea,
} from '../../src/shared/areas/search/search.contract.ts';
import type { Permission } from '../../src/shared/contract/permissions.ts';

function serviceWith(asked: SearchArea[]) {
  const sourceOf =
    (area: SearchArea): SearchSource =>
    ({ words }) => {
      asked.push(area);
      return { total: 1, items: [{ id: area, title: words.join(' '), detail: '', link: '/' }] };
    };
  const sources = Object.fromEntries(SEARCH_AREAS.map((area) => [area, sourceOf(area)]));
  return createSearchService(sources as Record<SearchArea, SearchSource>);
}

describe('[SE3] what the role may read', () => {
  const permissions = [...new Set(Object.values(SEARCH_PERMISSIONS))];

  test.each(permissions)('without %s its areas are neither searched nor answered', (missing) => {
    const asked: SearchArea[] = [];
    const may = (permission: Permission) => permission !== missing;
    const groups = serviceWith(asked).search({ q: 'Word', limit: 5 }, may);
    const permitted = SEARCH_AREAS.filter((area) => SEARCH_PERMISSIONS[area] !== missing);
    expect(groups.map(({ area }) => area)).toEqual(permitted);
    expect(asked).toEqual(permitted);
    expect(permitted.length).toBeLessThan(SEARCH_AREAS.length);
  });

  test('who may read nothing finds nothing', () => {
    const asked: SearchArea[] = [];
    expect(serviceWith(asked).search({ q: 'word', limit: 5 }, () => false)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
