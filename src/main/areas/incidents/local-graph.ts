/** Gathers, around some groups, every group that strong pairs or earlier incidents tie to them. */
import type { ReadDb } from '../../db/database.ts';
import {
  type EntityRule,
  isTooCommon,
  type LinkEntity,
  type LinkRules,
  MAX_GAP,
  strengthOf,
} from './linking.kernel.ts';
import {
  entitiesOfGroup,
  groupsInSlot,
  groupsOfIncident,
  groupsOfRecord,
  nextSlot,
  readPin,
  readPlacedGroup,
  windowOfKey,
} from './linking.store.ts';

/** More hangs together than was asked for. */
export class TooMuch extends Error {}

export interface GroupNode {
  readonly id: number;
  readonly key: string;
  readonly window: number;
  readonly incidentId: number | null;
  readonly record: string | null;
  readonly isLocked: boolean;
}

export interface LocalEntity extends LinkEntity {
  readonly id: number;
  readonly value: string;
}

export interface LocalGraphOptions {
  readonly rules: LinkRules;
  /** How many groups may be looked at. */
  readonly limit: number;
  readonly locked: ReadonlySet<string>;
  readonly ruleOf: (entity: { kind: string; value: string }) => EntityRule;
}

export class LocalGraph {
  readonly #db: ReadDb;
  readonly #options: LocalGraphOptions;
  /** Looked at, which is more than belongs to the graph. */
  readonly #nodes = new Map<number, GroupNode>();
  readonly #members = new Set<number>();
  readonly #seeds = new Set<number>();
  readonly #waiting: number[] = [];
  readonly #incidents = new Set<number>();
  readonly #records = new Set<string>();
  readonly #entities = new Map<number, LocalEntity>();
  readonly #entitiesByGroup = new Map<number, readonly LocalEntity[]>();
  readonly #slots = new Map<string, readonly GroupNode[]>();
  readonly #pairs = new Map<string, { a: number; b: number; strength: number }>();

  constructor(db: ReadDb, options: LocalGraphOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** A group that changed: what stands next to it is concerned however weakly they are tied. */
  seed(id: number): void {
    this.#seeds.add(id);
    this.#add(id);
  }

  /** @throws TooMuch */
  grow(): void {
    for (let id = this.#waiting.pop(); id !== undefined; id = this.#waiting.pop()) this.#expand(id);
  }

  sorted(): GroupNode[] {
    return [...this.#members]
      .flatMap((id) => this.#nodes.get(id) ?? [])
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Strong enough, each once. */
  pairs(): { a: number; b: number; strength: number }[] {
    return [...this.#pairs.values()];
  }

  entity(id: number): LocalEntity | undefined {
    return this.#entities.get(id);
  }

  entitiesOf(group: number): readonly LocalEntity[] {
    const known = this.#entitiesByGroup.get(group);
    if (known) return known;
    const entities = entitiesOfGroup(this.#db, group).map((row) => {
      const entity = this.#entities.get(row.id) ?? { ...row, rule: this.#options.ruleOf(row) };
      this.#entities.set(row.id, entity);
      return entity;
    });
    this.#entitiesByGroup.set(group, entities);
    return entities;
  }

  #node(id: number): GroupNode | undefined {
    const known = this.#nodes.get(id);
    if (known) return known;
    const row = readPlacedGroup(this.#db, id);
    if (!row) return undefined;
    // What is only looked at costs less than what is linked anew, but not nothing.
    if (this.#nodes.size >= 4 * this.#options.limit) throw new TooMuch();
    const record = readPin(this.#db, row.key);
    const isLocked = record !== null && this.#options.locked.has(record);
    const node = { ...row, window: windowOfKey(row.key), record, isLocked };
    this.#nodes.set(id, node);
    return node;
  }

  #add(id: number): void {
    if (this.#members.has(id)) return;
    const node = this.#node(id);
    if (!node) return;
    if (this.#members.size >= this.#options.limit) throw new TooMuch();
    this.#members.add(id);
    this.#waiting.push(id);
  }

  #expand(id: number): void {
    const node = this.#node(id);
    if (!node) return;
    this.#addCompany(node);
    for (const entity of this.entitiesOf(id)) {
      if (entity.groups < 2 || isTooCommon(entity, this.#options.rules.scale)) {
        continue;
      }
      for (const step of [-1, 1] as const) {
        const next = this.#neighbour(entity.id, node, step);
        if (next) this.#meet(node, next);
      }
    }
  }

  /** With whom it is together now, and with whom people put it. */
  #addCompany({ incidentId, record }: GroupNode): void {
    const limit = this.#options.limit + 1;
    if (incidentId !== null && !this.#incidents.has(incidentId)) {
      this.#incidents.add(incidentId);
      for (const id of groupsOfIncident(this.#db, incidentId, limit)) this.#add(id);
    }
    if (record !== null && !this.#records.has(record)) {
      this.#records.add(record);
      for (const id of groupsOfRecord(this.#db, record, limit)) this.#add(id);
    }
  }

  #meet(node: GroupNode, next: GroupNode): void {
    if (this.#seeds.has(node.id)) this.#add(next.id);
    if (node.isLocked) return;
    const [a, b] = node.key < next.key ? [node.id, next.id] : [next.id, node.id];
    const key = `${a} ${b}`;
    if (this.#pairs.has(key)) return;
    const strength = this.#strength(node, next);
    if (strength < this.#options.rules.threshold) return;
    this.#pairs.set(key, { a, b, strength });
    this.#add(next.id);
  }

  #strength(a: GroupNode, b: GroupNode): number {
    const gap = Math.abs(a.window - b.window);
    if (gap > MAX_GAP) return 0;
    const { scale } = this.#options.rules;
    const others = new Set(this.entitiesOf(b.id).map(({ id }) => id));
    const shared = this.entitiesOf(a.id).filter(
      (entity) => others.has(entity.id) && !isTooCommon(entity, scale),
    );
    return strengthOf(shared, { gap, scale });
  }

  /** The group before or after this one that names the entity, locked ones passed over. */
  #neighbour(entity: number, { key, window }: GroupNode, step: -1 | 1): GroupNode | undefined {
    const limit = Math.max(0, window + step * MAX_GAP);
    for (let slot: number | null = window; slot !== null; ) {
      const inSlot = this.#inSlot(entity, slot);
      const found =
        step === 1
          ? inSlot.find((group) => group.key > key)
          : inSlot.findLast((group) => group.key < key);
      if (found) return found;
      slot = nextSlot(this.#db, entity, { slot, limit });
    }
    return undefined;
  }

  /** Unlocked groups that name an entity in a quarter of an hour, by their keys. */
  #inSlot(entity: number, slot: number): readonly GroupNode[] {
    const name = `${entity} ${slot}`;
    const known = this.#slots.get(name);
    if (known) return known;
    const groups = groupsInSlot(this.#db, entity, slot)
      .flatMap((id) => this.#node(id) ?? [])
      .filter(({ isLocked }) => !isLocked)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    this.#slots.set(name, groups);
    return groups;
  }
}
