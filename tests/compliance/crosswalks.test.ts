import { expect, test } from 'vitest';
import { checkCrosswalks } from '../../scripts/support/crosswalks.ts';

const files = checkCrosswalks();

/** Links of each file and the requirements of its source, so that an edit that loses a line is seen. */
const COUNTS: Record<string, { links: number; requirements: number }> = {
  'iso-27001-2022--nist-800-53-r5.json': { links: 267, requirements: 93 },
  'nist-800-171-r2--nist-800-53-r5.json': { links: 147, requirements: 110 },
  'nist-800-171-r3--nist-800-53-r5.json': { links: 157, requirements: 97 },
  'nist-csf-2.0--nist-800-53-r5.json': { links: 300, requirements: 106 },
  'pci-dss-4.0.1--nist-csf-2.0.json': { links: 332, requirements: 260 },
  'soc2-2017--nist-csf-2.0.json': { links: 155, requirements: 61 },
};

test.each(files.map(({ file, problems }) => ({ file, problems })))(
  '[CW1] $file names requirements that exist and are not withdrawn, each pair once and for its own reason',
  ({ problems }) => {
    expect(problems).toEqual([]);
  },
);

test('[CW2] every requirement that a crosswalk covers has a link', () => {
  const counts = files.map(({ file, crosswalk, covered }) => {
    expect(covered.linked).toBe(covered.of);
    return [file, { links: crosswalk.links.length, requirements: covered.of }];
  });
  expect(Object.fromEntries(counts)).toEqual(COUNTS);
});

test('[CW1] a reason is more than a turn of phrase with another id in it', () => {
  for (const { crosswalk } of files) {
    const shapes = crosswalk.links.map(({ rationale, source, target }) =>
      rationale.replaceAll(source, '').replaceAll(target, '').replace(/\d+/g, '').toLowerCase(),
    );
    expect(new Set(shapes).size).toBe(shapes.length);
  }
});
