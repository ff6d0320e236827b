/** Files of frameworks, made up here, and how they are read without a thread. */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { FileDraft } from '../../src/main/areas/compliance/framework-import.draft.ts';
import {
  type ReadOptions,
  readFrameworkFile,
} from '../../src/main/areas/compliance/framework-import.read.ts';
import { createPackLibrary } from '../../src/main/areas/compliance/packs.ts';
import { REPOSITORY } from './open-test-app.ts';

const packs = createPackLibrary(join(REPOSITORY, 'resources/frameworks')).list;

async function* inChunks(content: string | Uint8Array, size = 64 * 1024) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function readFile(
  fileName: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  more: Partial<ReadOptions> = {},
): Promise<FileDraft> {
  const source =
    typeof content === 'string' || content instanceof Uint8Array ? inChunks(content) : content;
  return readFrameworkFile(source, { fileName, supplied: [], packs, ...more });
}

export const asJson = (value: unknown) => JSON.stringify(value);

/** A catalog of two groups, an enhancement, a parameter and a withdrawn control. */
export const CATALOG = {
  catalog: {
    uuid: 'c0000000-0000-4000-8000-000000000001',
    metadata: {
      ...{ title: 'House catalog', version: '1.0', 'oscal-version': '1.1.2' },
      parties: [{ uuid: 'p', type: 'organization', name: 'House' }],
    },
    groups: [
      {
        ...{ id: 'hc', title: 'House controls' },
        controls: [
          {
            ...{ id: 'hc-1', title: 'Doors' },
            props: [{ name: 'label', value: 'HC-1' }],
            params: [
              { id: 'hc-1_prm', label: 'organization-defined time' },
              {
                id: 'hc-1_sel',
                select: {
                  'how-many': 'one-or-more',
                  choice: ['by hand', 'every {{ insert: param, hc-1_prm }}'],
                },
              },
            ],
            parts: [
              {
                ...{ id: 'hc-1_smt', name: 'statement', prose: 'Doors are:' },
                parts: [
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'a.' }],
                    prose: 'locked after {{ insert: param, hc-1_prm }};',
                  },
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'b.' }],
                    prose: 'checked {{ insert: param, hc-1_sel }}.',
                  },
                ],
              },
              { name: 'guidance', prose: 'Not the text.' },
            ],
            controls: [
              {
                id: 'hc-1.1',
                title: 'Doors: alarms',
                props: [{ name: 'label', value: 'HC-1(1)' }],
              },
              {
                ...{ id: 'hc-1.2', title: 'Doors: bells' },
                props: [
                  { name: 'label', value: 'HC-1(2)' },
                  { name: 'status', value: 'withdrawn' },
                ],
              },
            ],
          },
          { id: 'hc-2', title: 'Windows', props: [{ name: 'label', value: 'HC-2' }] },
        ],
      },
      {
        id: 'gd',
        title: 'Garden',
        controls: [{ id: 'gd-1', title: 'Fence', props: [{ name: 'label', value: 'GD-1' }] }],
      },
    ],
  },
};

export const profileOf = (imports: unknown[], more: object = {}) => ({
  profile: {
    uuid: 'p0000000-0000-4000-8000-000000000001',
    metadata: { title: 'House baseline', version: '1', 'oscal-version': '1.1.2' },
    imports,
    ...more,
  },
});

export const LIBRARY = `urn: urn:house:library:rules
locale: en
ref_id: rules
name: House rules
version: 3
provider: House
copyright: For the house
objects:
  threats:
    - urn: urn:house:threat:1
  framework:
    urn: urn:house:framework:rules
    ref_id: rules
    name: House rules
    implementation_groups_definition:
      - ref_id: IG1
        name: First
    requirement_nodes:
      - urn: urn:house:req:rules:a
        assessable: false
        depth: 1
        ref_id: A
        name: Access
      - urn: urn:house:req:rules:node2
        assessable: false
        depth: 2
        parent_urn: urn:house:req:rules:a
        name: Without an id
      - urn: urn:house:req:rules:a.1
        assessable: true
        depth: 3
        parent_urn: urn:house:req:rules:node2
        ref_id: A.1
        description: |
          Know every account.
          And its owner.
        implementation_groups: [IG1]
      - urn: urn:house:req:rules:a.2
        assessable: true
        depth: 2
        parent_urn: urn:house:req:rules:a
        ref_id: A.2
        name: Passwords
  requirement_mapping_set:
    urn: urn:house:mapping:rules-csf
    ref_id: rules-csf
    name: House rules to CSF
    source_framework_urn: urn:house:framework:gdpr
    target_framework_urn: urn:intuitem:risk:framework:nist-csf-2.0
    requirement_mappings:
      - source_requirement_urn: urn:house:req:gdpr:art. 5
        target_requirement_urn: urn:intuitem:risk:req_node:nist-csf-2.0:gv.oc-01
        relationship: intersect
        rationale: Both ask what the house is for.
        strength_of_relationship: 8
      - source_requirement_urn: urn:house:req:gdpr:none
        target_requirement_urn: urn:intuitem:risk:req_node:nist-csf-2.0:gv.oc-02
        relationship: equal
`;
