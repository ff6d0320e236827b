import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addLinks } from '../../src/main/areas/compliance/crosswalk-add-links.ts';
import { createCrosswalkGraph } from '../../src/main/areas/compliance/crosswalk-graph.ts';
import {
  parseCisoMapping,
  parseOscalMapping,
} from '../../src/main/areas/compliance/crosswalk-import.ts';
import { createCrosswalkLibrary } from '../../src/main/areas/compliance/crosswalk-library.ts';
import { createCrosswalkService } from '../../src/main/areas/compliance/crosswalks.service.ts';
import { createPackLibrary } from '../../src/main/areas/compliance/packs.ts';
import { controlsTable, frameworksTable } from '../../src/main/db/tables/compliance.table.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import type { ControlStatus } from '../../src/shared/areas/compliance/compliance.rules.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const resources = join(REPOSITORY, 'resources');
const library = createCrosswalkLibrary(join(resources, 'crosswalks'));
const packs = createPackLibrary(join(resources, 'frameworks'));
const graph = createCrosswalkGraph(library);
const SYSTEM = { actor: null, origin: 'system', action: 'test.make' } as const;

let test_: TestDb;
let service: ReturnType<typeof createCrosswalkService>;
beforeEach(() => {
  test_ = openTestDb();
  const { db } = test_;
  service = createCrosswalkService({ db, newId: newUuid, graph, library, findPack: packs.find });
});
afterEach(() => test_.close());

/** A framework with these controls; ids are `<framework>/<ref>`. */
function framework(id: string, pack: string | null, controls: Record<string, ControlStatus>): void {
  test_.db.write(SYSTEM, (tx) => {
    tx.insert(frameworksTable, { id, name: `The ${id}`, packId: pack, createdAt: tx.now });
    for (const [position, [controlId, status]] of Object.entries(controls).entries()) {
      const times = { createdAt: tx.now, updatedAt: tx.now };
      const row = { frameworkId: id, controlId, title: `About ${controlId}`, status, position };
      tx.insert(controlsTable, { id: `${id}/${controlId}`, ...row, ...times });
    }
  });
}

/** What the workspace itself has, without what only other packs would. */
const neighboursHere = (id: string) =>
  service.neighbours(id).filter(({ other }) => other.controlId !== null);

const statusOf = (id: string): string | undefined =>
  test_.db.read('test', (db) =>
    db.get<{ status: string }>('SELECT status FROM controls WHERE id = ?', id),
  )?.status;

function twoFrameworks(): void {
  framework('csf', 'nist-csf-2.0', { 'GV.RR-03': 'NOT_ASSESSED', 'PR.AT-01': 'NOT_ASSESSED' });
  framework('sp', 'nist-800-53-r5', {
    'PM-3': 'COMPLIANT',
    'SA-2': 'NON_COMPLIANT',
    'AT-2': 'PARTIALLY_COMPLIANT',
    'AT-4': 'COMPLIANT',
  });
}

describe('neighbours', () => {
  test('[CW3] every source is kept, and a link is turned to the control that was asked for', () => {
    twoFrameworks();
    const found = service.neighbours('sp/AT-2');
    const here = found.find(({ other }) => other.controlId === 'csf/PR.AT-01');
    expect(here).toMatchObject({ relation: 'superset', kind: 'SHIPPED', origin: 'Watchfloor' });
    const back = neighboursHere('csf/PR.AT-01');
    expect(back.map(({ other, relation }) => [other.ref, relation])).toEqual([
      ['AT-2', 'subset'],
      ['AT-4', 'intersects'],
    ]);
    const elsewhere = found.find(({ other }) => other.frameworkName === 'ISO/IEC 27001 2022');
    expect(elsewhere?.other).toMatchObject({ controlId: null, status: null });
    expect(elsewhere?.other.title).not.toBe('');
  });

  test('[CW4] an own link carries all four attributes, stands beside shipped ones and can be changed', () => {
    twoFrameworks();
    const attributes = {
      relation: 'equal',
      rationale: 'Our training plan is one document for both.',
      origin: 'Maria Schmidt',
      confidence: 'HIGH',
    } as const;
    const made = service.create(
      { source: 'sp/AT-2', target: 'csf/PR.AT-01', ...attributes },
      'maria',
    );
    expect(made).toMatchObject({ ...attributes, kind: 'OWN' });
    expect(neighboursHere('csf/PR.AT-01').map(({ kind }) => kind)).toEqual([
      'OWN',
      'SHIPPED',
      'SHIPPED',
    ]);
    const again = { source: 'csf/PR.AT-01', target: 'sp/AT-2', ...attributes };
    expect(() => service.create(again, 'maria')).toThrow('There is an own link between these two');
    const within = { source: 'sp/AT-2', target: 'sp/AT-4', ...attributes };
    expect(() => service.create(within, 'maria')).toThrow('Choose a control of another framework');
    const changed = service.update(made.id ?? '', { confidence: 'LOW' }, 'maria');
    expect(changed).toMatchObject({ ...attributes, confidence: 'LOW' });
    service.remove(made.id ?? '', 'maria');
    expect(neighboursHere('csf/PR.AT-01')).toHaveLength(2);
  });

  test('[CW4] a link of frameworks without a pack ends at these frameworks only', () => {
    framework('own', null, { 'X-1': 'COMPLIANT' });
    framework('other', null, { 'X-1': 'COMPLIANT' });
    framework('sp', 'nist-800-53-r5', { 'PM-3': 'COMPLIANT' });
    const rest = {
      rationale: 'Same text in our manual.',
      origin: 'Me',
      confidence: 'LOW',
    } as const;
    service.create({ source: 'own/X-1', target: 'sp/PM-3', relation: 'superset', ...rest }, 'me');
    expect(service.neighbours('own/X-1').map(({ other }) => other.controlId)).toEqual(['sp/PM-3']);
    expect(service.neighbours('other/X-1')).toEqual([]);
  });
});

describe('projection', () => {
  test('[CW5] equal and superset carry a result, a shared part at most half, a part nothing', () => {
    twoFrameworks();
    const { rows, unlinked } = service.projection('sp', 'csf');
    expect(unlinked).toBe(0);
    const byRef = new Map(rows.map((row) => [row.ref, row]));
    expect(byRef.get('GV.RR-03')).toMatchObject({ projected: 'COMPLIANT', isContested: true });
    expect(byRef.get('PR.AT-01')).toMatchObject({
      projected: 'PARTIALLY_COMPLIANT',
      isContested: false,
    });
    expect(byRef.get('PR.AT-01')?.sources.map(({ ref, carries }) => [ref, carries])).toEqual([
      ['AT-2', 'PARTIALLY_COMPLIANT'],
      ['AT-4', 'PARTIALLY_COMPLIANT'],
    ]);
    const reverse = service.projection('csf', 'sp');
    expect(reverse.rows.every(({ projected }) => projected === null)).toBe(true);
  });

  test('[CW6] nothing is changed until it is applied, and then only what is not assessed', async () => {
    twoFrameworks();
    framework('half', 'nist-csf-2.0', { 'GV.RR-03': 'NON_COMPLIANT' });
    service.projection('sp', 'csf');
    expect(statusOf('csf/GV.RR-03')).toBe('NOT_ASSESSED');
    const input = {
      ...{ from: 'sp', to: 'csf', reason: 'Reviewed with the owner', overwrite: false },
      controls: [
        { id: 'csf/GV.RR-03', status: 'COMPLIANT' as const },
        { id: 'csf/PR.AT-01', status: 'COMPLIANT' as const },
        { id: 'sp/PM-3', status: 'COMPLIANT' as const },
      ],
    };
    const receipt = await service.apply(input, 'maria');
    expect(receipt.applied).toEqual([{ id: 'csf/GV.RR-03', status: 'COMPLIANT' }]);
    expect(receipt.skipped.map(({ reason }) => reason)).toEqual([
      'The other framework says something else by now',
      'No link leads to it',
    ]);
    const kept = {
      ...input,
      to: 'half',
      controls: [{ id: 'half/GV.RR-03', status: 'COMPLIANT' as const }],
    };
    expect((await service.apply(kept, 'maria')).skipped).toEqual([
      { id: 'half/GV.RR-03', reason: 'It is assessed already' },
    ]);
    expect(statusOf('half/GV.RR-03')).toBe('NON_COMPLIANT');
    await service.apply({ ...kept, overwrite: true }, 'maria');
    expect(statusOf('half/GV.RR-03')).toBe('COMPLIANT');
  });

  test('[CW6] the history names the framework, its controls and who says that they are linked', async () => {
    twoFrameworks();
    const controls = [{ id: 'csf/GV.RR-03', status: 'COMPLIANT' as const }];
    await service.apply(
      { from: 'sp', to: 'csf', controls, reason: 'Reviewed with the owner', overwrite: false },
      'maria',
    );
    const entry = test_.db.read('test', (db) =>
      db.get<{ action: string; actor: string; reason: string }>(
        "SELECT action, actor, reason FROM audit_log WHERE record_id = 'csf/GV.RR-03' ORDER BY seq DESC",
      ),
    );
    expect(entry).toEqual({
      action: 'compliance.assess-by-crosswalk',
      actor: 'maria',
      reason:
        'Reviewed with the owner. Carried over from The sp: PM-3 (asks for the same as this, says Watchfloor)',
    });
  });

  test('[CW5] what does not apply or is gone from its pack says nothing and is said nothing of', () => {
    twoFrameworks();
    test_.db.write(SYSTEM, (tx) => {
      tx.update(controlsTable, 'sp/PM-3', { isApplicable: false });
      tx.update(controlsTable, 'csf/PR.AT-01', { goneIn: '2.1' });
    });
    const { rows } = service.projection('sp', 'csf');
    expect(rows.map(({ ref }) => ref)).toEqual(['GV.RR-03']);
    expect(rows[0]?.sources.map(({ ref }) => ref)).toEqual(['SA-2']);
  });
});

test('[CW7] coverage counts links between groups and what reaches a control wholly or in part', () => {
  twoFrameworks();
  const coverage = service.coverage('sp', 'csf');
  expect(coverage.reached).toEqual({ controls: 2, whole: 2, part: 0, none: 0 });
  expect(coverage.rows.map(({ ref, title }) => `${ref} ${title}`)).toEqual([
    'GV Govern',
    'PR Protect',
  ]);
  expect(coverage.cells).toEqual([
    { row: 'GV', column: 'PM', links: 1, controls: 1 },
    { row: 'GV', column: 'SA', links: 1, controls: 1 },
    { row: 'PR', column: 'AT', links: 2, controls: 1 },
  ]);
});

describe('imported links', () => {
  const collection = {
    'mapping-collection': {
      uuid: '0f0c8a5e-52d0-4b1a-8d8a-2a9d1c2b7e11',
      metadata: { title: 'Ours to theirs', version: '1', 'oscal-version': '1.2.0' },
      mappings: [
        {
          'source-resource': { type: 'catalog', href: '#a' },
          'target-resource': {
            type: 'catalog',
            href: 'https://x.test/NIST_SP-800-53_rev5_catalog.json',
          },
          maps: [
            {
              relationship: 'superset-of',
              sources: [{ type: 'control', 'id-ref': 'id.am-01' }],
              targets: [{ type: 'control', 'id-ref': 'ac-2.1' }],
              remarks: 'A reason of theirs.',
              'confidence-score': { percentage: 0.9 },
            },
            {
              relationship: { type: 'equal-to' },
              sources: [
                { type: 'control', 'id-ref': 'ID.AM-02' },
                { type: 'control', 'id-ref': 'ID.AM-04' },
              ],
              targets: [{ type: 'control', 'id-ref': 'ac-02' }],
            },
            {
              relationship: 'no-relationship',
              sources: [{ type: 'control', 'id-ref': 'id.am-05' }],
              targets: [{ type: 'control', 'id-ref': 'ac-1' }],
            },
            {
              relationship: 'intersects-with',
              sources: [{ type: 'control', 'id-ref': 'id.am-99' }],
              targets: [{ type: 'control', 'id-ref': 'ac-1' }],
            },
          ],
        },
      ],
      'back-matter': { resources: [{ uuid: 'a', title: 'NIST CSF Version 2.0' }] },
    },
  };

  test('[CW8] an OSCAL mapping lands with its origin, once; what has no end here is counted', () => {
    twoFrameworks();
    const draft = parseOscalMapping(collection);
    expect(draft.leftOut).toHaveLength(1);
    const add = () =>
      test_.db.write(SYSTEM, (tx) =>
        addLinks(tx, {
          packs: packs.list(),
          drafts: draft.links,
          origin: draft.name,
          actor: null,
          newId: newUuid,
        }),
      );
    expect(add()).toEqual({ created: 3, known: 0, unresolved: 1 });
    expect(add()).toEqual({ created: 0, known: 3, unresolved: 1 });
    framework('csf2', 'nist-csf-2.0', { 'ID.AM-01': 'COMPLIANT', 'ID.AM-02': 'COMPLIANT' });
    const imported = service.neighbours('csf2/ID.AM-01').filter(({ kind }) => kind === 'IMPORT');
    expect(imported).toHaveLength(1);
    expect(imported[0]).toMatchObject({
      relation: 'superset',
      origin: 'Ours to theirs',
      rationale: 'A reason of theirs.',
      confidence: 'HIGH',
      other: { ref: 'AC-2(1)' },
    });
    // Two together are equal to one: each is a part of it.
    const joint = service.neighbours('csf2/ID.AM-02').find(({ kind }) => kind === 'IMPORT');
    expect(joint?.relation).toBe('subset');
    expect(() => service.update(imported[0]?.id ?? '', { confidence: 'LOW' }, 'me')).toThrow(
      'This link was imported',
    );
    expect(service.list()[0]).toMatchObject({ kind: 'IMPORT', origin: 'Ours to theirs', links: 3 });
  });

  test('[CW8] so does a mapping set of CISO Assistant', () => {
    const { links, leftOut } = parseCisoMapping({
      source_framework_urn: 'urn:intuitem:risk:framework:nist-csf-2.0',
      target_framework_urn: 'urn:intuitem:risk:framework:iso27001-2022',
      requirement_mappings: [
        {
          source_requirement_urn: 'urn:intuitem:risk:req_node:nist-csf-2.0:gv.oc-01',
          target_requirement_urn: 'urn:intuitem:risk:req_node:iso27001-2022:a.5.1',
          relationship: 'intersect',
          strength_of_relationship: 7,
        },
        {
          source_requirement_urn: 'urn:intuitem:risk:req_node:nist-csf-2.0:gv.oc-02',
          target_requirement_urn: 'urn:intuitem:risk:req_node:iso27001-2022:4.2',
          relationship: 'not_related',
        },
      ],
    });
    expect(leftOut).toHaveLength(1);
    const added = test_.db.write(SYSTEM, (tx) =>
      addLinks(tx, {
        ...{ packs: packs.list(), drafts: links, origin: 'Theirs', actor: null, newId: newUuid },
      }),
    );
    expect(added).toEqual({ created: 1, known: 0, unresolved: 0 });
  });
});
