import { importsOf } from '../imports.ts';
import type { Project } from '../project.ts';
import type { Finding } from '../violation.ts';

interface Edge {
  readonly to: string;
  readonly line: number;
}
type Graph = ReadonlyMap<string, readonly Edge[]>;

/** No file may reach itself through run-time imports. Each knot is named once, by its shortest way round. */
export function checkCycles(project: Project): Finding[] {
  const graph: Graph = new Map(
    project.sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ path, line, isType }) =>
        path === null || isType ? [] : [{ to: path, line }],
      ),
    ]),
  );
  const inKnown = new Set<string>();
  const findings: Finding[] = [];
  for (const file of cyclicFiles(graph)) {
    if (inKnown.has(file)) continue;
    const way = shortestWayRound(graph, file);
    for (const step of way) inKnown.add(step);
    const line = graph.get(file)?.find(({ to }) => to === (way[1] ?? file))?.line ?? 1;
    findings.push({ file, line, message: `Run-time import cycle: ${[...way, file].join(' → ')}` });
  }
  return findings;
}

/** What is left when files that import nothing of the rest, or are imported by none, are taken away. */
function cyclicFiles(graph: Graph): string[] {
  const left = new Set(graph.keys());
  const importers = new Map<string, string[]>();
  for (const [from, edges] of graph) {
    for (const { to } of edges) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const isLeaf = (file: string) =>
    !(graph.get(file) ?? []).some(({ to }) => left.has(to)) ||
    !(importers.get(file) ?? []).some((from) => left.has(from));
  const waiting = [...left];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!left.has(file) || !isLeaf(file)) continue;
    left.delete(file);
    waiting.push(...(importers.get(file) ?? []), ...(graph.get(file) ?? []).map(({ to }) => to));
  }
  return [...left].filter((file) => shortestWayRound(graph, file).length > 0).sort();
}

/** From `start` back to it, without the return; empty where there is no way. */
function shortestWayRound(graph: Graph, start: string): string[] {
  const before = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const { to } of graph.get(file) ?? []) {
      if (to === start) return trace(before, start, file);
      if (before.has(to)) continue;
      before.set(to, file);
      queue.push(to);
    }
  }
  return [];
}

function trace(before: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = before.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}
