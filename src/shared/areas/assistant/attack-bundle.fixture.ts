/**
 * A small bundle of our own in the shape that the ATT&CK Data Model documents for Enterprise: every
 * property that its objects carry, revoked and deprecated ones, sub-techniques, and kinds of objects that
 * the table takes nothing from. Ids of techniques are made up where they are not asked for by a test.
 */
const WRITTEN = '2020-01-14T17:18:32.126Z';
const CHANGED = '2025-04-15T19:58:00.000Z';
const MARKING = 'marking-definition--fa42a846-8d90-4e51-bc29-71d5b4802168';
const IDENTITY = 'identity--c78cb6e5-0c4b-4611-8297-d1b8b55e40b5';

const uuid = (kind: string, n: number): string =>
  `${kind}--00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const common = {
  ...{ spec_version: '2.1', created: WRITTEN, modified: CHANGED, created_by_ref: IDENTITY },
  ...{ object_marking_refs: [MARKING], x_mitre_modified_by_ref: IDENTITY },
  ...{ x_mitre_attack_spec_version: '3.2.0', x_mitre_version: '1.3' },
};
const ENTERPRISE = { x_mitre_domains: ['enterprise-attack'] };

const references = (id: string, path: string) => [
  { source_name: 'mitre-attack', url: `https://attack.example/${path}/${id}`, external_id: id },
  {
    source_name: 'Somebody 2019',
    description: 'Somebody. (2019). A report.',
    url: 'https://x.example',
  },
];

interface PatternMore {
  readonly revoked?: boolean;
  readonly x_mitre_deprecated?: boolean;
  readonly x_mitre_domains?: readonly string[];
  readonly modified?: string;
  readonly name?: string;
}

export const pattern = (
  n: number,
  id: string,
  phases: readonly string[],
  more: PatternMore = {},
) => ({
  ...{ type: 'attack-pattern', id: uuid('attack-pattern', n), ...common, ...ENTERPRISE },
  ...{ name: `Technique ${id}`, description: 'What it is. (Citation: Somebody 2019)' },
  external_references: references(id, 'techniques'),
  kill_chain_phases: phases.map((phase_name) => ({ kill_chain_name: 'mitre-attack', phase_name })),
  ...{ revoked: false, x_mitre_deprecated: false, x_mitre_is_subtechnique: id.includes('.') },
  ...{ x_mitre_platforms: ['Windows', 'Linux'], x_mitre_detection: '', x_mitre_contributors: [] },
  ...more,
});

const tactic = (n: number, id: string, name: string) => ({
  ...{ type: 'x-mitre-tactic', id: uuid('x-mitre-tactic', n), ...common, ...ENTERPRISE, name },
  ...{ description: 'Why.', external_references: references(id, 'tactics') },
  x_mitre_shortname: name.toLowerCase().replaceAll(' ', '-'),
});

export const relation = (
  n: number,
  type: string,
  [source_ref, target_ref]: readonly [string, string],
  more: object = {},
) => ({
  ...{ type: 'relationship', id: uuid('relationship', n), ...common, ...ENTERPRISE },
  ...{ relationship_type: type, source_ref, target_ref, description: 'How.', ...more },
});

const mitigation = (n: number, id: string, name: string, more: object = {}) => ({
  ...{ type: 'course-of-action', id: uuid('course-of-action', n), ...common, ...ENTERPRISE },
  ...{ name, description: 'What to do.', external_references: references(id, 'mitigations') },
  ...{ revoked: false, x_mitre_deprecated: false, ...more },
});

export const patternId = (n: number): string => uuid('attack-pattern', n);
const mitigationId = (n: number): string => uuid('course-of-action', n);

/** T9100 with .001 and .002; T9101 revoked by T9102, that by T9100.001; T9103 deprecated. */
export const officialObjects = (): object[] => [
  {
    ...{ type: 'x-mitre-collection', id: uuid('x-mitre-collection', 1), ...common },
    ...{ name: 'Enterprise ATT&CK', description: 'All of it.', x_mitre_version: '19.0' },
    x_mitre_contents: [{ object_ref: patternId(1), object_modified: CHANGED }],
  },
  { type: 'identity', id: IDENTITY, ...common, name: 'Somebody', identity_class: 'organization' },
  {
    ...{ type: 'marking-definition', id: MARKING, spec_version: '2.1', created: WRITTEN },
    ...{ definition_type: 'statement', definition: { statement: 'Copyright' } },
  },
  {
    ...{ type: 'x-mitre-matrix', id: uuid('x-mitre-matrix', 1), ...common, ...ENTERPRISE },
    ...{
      name: 'Enterprise ATT&CK',
      external_references: references('enterprise-attack', 'matrices'),
    },
    tactic_refs: [uuid('x-mitre-tactic', 2), uuid('x-mitre-tactic', 1)],
  },
  tactic(1, 'TA0005', 'Defense Evasion'),
  tactic(2, 'TA0002', 'Execution'),
  pattern(1, 'T9100', ['execution', 'defense-evasion']),
  pattern(2, 'T9100.001', ['execution']),
  pattern(3, 'T9100.002', ['defense-evasion']),
  pattern(4, 'T9101', ['execution'], { revoked: true }),
  pattern(5, 'T9102', ['execution'], { revoked: true }),
  pattern(6, 'T9103', ['defense-evasion'], { x_mitre_deprecated: true }),
  mitigation(1, 'M9100', 'Execution Prevention'),
  mitigation(2, 'M9101', 'Old advice', { x_mitre_deprecated: true }),
  // Before mitigations had ids of their own they bore that of their technique.
  mitigation(3, 'T9103', 'Mitigation of T9103', { x_mitre_deprecated: true }),
  relation(1, 'subtechnique-of', [patternId(2), patternId(1)]),
  relation(2, 'subtechnique-of', [patternId(3), patternId(1)]),
  relation(3, 'mitigates', [mitigationId(1), patternId(1)]),
  relation(4, 'mitigates', [mitigationId(1), patternId(2)]),
  relation(5, 'mitigates', [mitigationId(2), patternId(1)]),
  relation(6, 'mitigates', [mitigationId(1), patternId(3)], { x_mitre_deprecated: true }),
  relation(7, 'revoked-by', [patternId(4), patternId(5)]),
  relation(8, 'revoked-by', [patternId(5), patternId(2)]),
  {
    ...{ type: 'intrusion-set', id: uuid('intrusion-set', 1), ...common, ...ENTERPRISE },
    ...{
      name: 'A group',
      aliases: ['A group'],
      external_references: references('G9100', 'groups'),
    },
  },
  relation(9, 'uses', [uuid('intrusion-set', 1), patternId(1)]),
  {
    ...{ type: 'x-mitre-data-component', id: uuid('x-mitre-data-component', 1), ...common },
    ...{ name: 'Process Creation', x_mitre_data_source_ref: uuid('x-mitre-data-source', 1) },
  },
  relation(10, 'detects', [uuid('x-mitre-data-component', 1), patternId(1)]),
];

export const officialBundle = (objects: readonly object[] = officialObjects()): string =>
  JSON.stringify({ type: 'bundle', id: uuid('bundle', 1), objects });
