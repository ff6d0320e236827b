import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCrosswalkGraph } from '../../src/main/areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../../src/main/areas/compliance/crosswalk-library.ts';
import { readTechniqueCounts } from '../../src/main/areas/compliance/threat.store.ts';
import {
  indexPlaces,
  type PlacedControl,
  threatsOfControls,
} from '../../src/main/areas/compliance/threat-controls.ts';
import { createThreatTable } from '../../src/main/areas/compliance/threat-table.ts';
import { createAttackSource } from '../../src/main/db/attack-reader.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const RESOURCES = join(REPOSITORY, 'resources');
const SOURCE = join(REPOSITORY, '../shared/data/attack/technique-to-800-53-r5.json');
const FILE = join(RESOURCES, 'attack/technique-controls.json');
const table = createThreatTable(createAttackSource(join(RESOURCES, 'attack')));

describe('[GA7] the table of techniques', () => {
  // Skipped where the shared folder of real data is missing; the product holds the table made from it.
  test.skipIf(!existsSync(SOURCE))(
    'holds every pair of its source, ids as the packs write them',
    () => {
      const { pairs } = JSON.parse(readFileSync(SOURCE, 'utf8')) as {
        pairs: [string, string | null, string | null][];
      };
      const mitigating = pairs.filter(([, control]) => control !== null);
      expect(mitigating.length).toBe(5314);
      for (const [technique, control] of mitigating) {
        const [family, number] = String(control).split('-');
        expect(table.controlsOf(technique)).toContain(`${family}-${Number(number)}`);
      }
      const { techniques } = JSON.parse(readFileSync(FILE, 'utf8')) as {
        techniques: Record<string, number[]>;
      };
      // Some pairs stand twice in the source.
      const distinct = new Set(mitigating.map(([technique, control]) => `${technique} ${control}`));
      expect(Object.values(techniques).flat()).toHaveLength(distinct.size);
    },
  );

  test('the controls that it names are those of the pack, and both notices stand in it', () => {
    const pack = JSON.parse(
      readFileSync(join(RESOURCES, 'frameworks/nist-800-53-r5.json'), 'utf8'),
    ) as { requirements: { id: string }[] };
    const ids = new Set(pack.requirements.map(({ id }) => id));
    const { controls, notice } = JSON.parse(readFileSync(FILE, 'utf8')) as {
      controls: string[];
      notice: string;
    };
    // Release 5.1.1 added one that the pack, which is of Update 1, does not have.
    expect(controls.filter((ref) => !ids.has(ref))).toEqual(['IA-13']);
    expect(notice).toContain('Center for Threat-Informed Defense');
    expect(notice).toContain('Apache License, Version 2.0');
    expect(notice).toContain('© The MITRE Corporation');
  });

  test('a sub-technique that it does not know counts as its technique, what nothing stops as none', () => {
    expect(table.controlsOf('T1110.999')).toEqual(table.controlsOf('T1110'));
    expect(table.controlsOf('T1110')).toContain('AC-7');
    expect(table.controlsOf('T1595.001')).toEqual([]);
  });
});

describe('[GA7] which controls should stop what happens here', () => {
  let opened: TestDb;
  beforeEach(() => {
    opened = openTestDb();
  });
  afterEach(() => opened.close());
  const graph = createCrosswalkGraph(createCrosswalkLibrary(join(RESOURCES, 'crosswalks')));

  test('alerts count for 90 days, today included', () => {
    const today = Math.floor(opened.clock.now() / DAY_MS);
    const insert = opened.storage.connection.prepare(
      'INSERT INTO technique_counts VALUES (?, ?, ?)',
    );
    for (const [daysAgo, technique, n] of [
      [0, 'T1110', 2],
      [89, 'T1110', 3],
      [90, 'T1110', 50],
      [90, 'T1078', 9],
    ] as const)
      insert.run(today - daysAgo, technique, n);
    const counts = opened.db.read('test', (db) => readTechniqueCounts(db, opened.clock.now()));
    expect(counts).toEqual([{ id: 'T1110', alerts: 5 }]);
  });

  test('by id in SP 800-53 and FedRAMP, by links elsewhere, never by an id alone', () => {
    const at = (id: string, pack: string | null, ref: string): PlacedControl => ({
      ...{ id, pack, ref },
      frameworkId: `f-${id}`,
    });
    const [link] = opened.db.read('test', (db) =>
      graph
        .neighboursOf(db, { pack: 'nist-800-53-r5' }, 'AC-7')
        .concat(graph.neighboursOf(db, { pack: 'nist-800-53-r5' }, 'AC-2')),
    );
    if (!link?.target.pack) throw new Error('The crosswalks link AC-7 or AC-2 to something');
    const controls = [
      at('nist', 'nist-800-53-r5', 'AC-2'),
      at('nist7', 'nist-800-53-r5', 'AC-7'),
      at('fedramp', 'fedramp-r5', 'AC-2'),
      at('enhancement', 'nist-800-53-r5', 'AC-2(1)'),
      at('namesake', null, 'AC-2'),
      at('linked', link.target.pack, link.target.ref),
    ];
    const threats = opened.db.read('test', (db) =>
      threatsOfControls(db, { graph, table, places: indexPlaces(controls) }, [
        { id: 'T1110', alerts: 5 },
      ]),
    );
    expect([...threats.keys()].sort()).toEqual(['fedramp', 'linked', 'nist', 'nist7']);
    expect(threats.get('nist')).toEqual([{ id: 'T1110', alerts: 5, share: 1 }]);
    expect(threats.get('linked')?.[0]?.share).toBe(
      link.relation === 'equal' || link.relation === 'subset' ? 1 : 0.5,
    );
  });
});
