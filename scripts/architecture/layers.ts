/**
 * The layers of the house and who may import whom: the design's 'Who may import whom' as a table.
 * `runtime` lists the layers whose code may be imported, `types` those of which only types may.
 */
interface LayerRow {
  readonly runtime: readonly Layer[];
  readonly types?: readonly Layer[];
}

const CORE = ['shared', 'main/platform', 'main/db', 'main/http', 'main/jobs'] as const;
const PAGE = ['shared', 'renderer/ui', 'renderer/host', 'renderer/api'] as const;

const LAYERS = {
  shared: { runtime: [] },
  'main/platform': { runtime: ['shared'] },
  'main/db': { runtime: ['shared', 'main/platform'] },
  'main/http': { runtime: ['shared', 'main/platform', 'main/db'] },
  'main/jobs': { runtime: ['shared', 'main/platform', 'main/db', 'main/http'] },
  'main/areas': { runtime: CORE },
  'main/workers': { runtime: [...CORE, 'main/areas'] },
  // What core and job threads are wired from alike is in main/workers.
  'main/app': { runtime: [...CORE, 'main/areas', 'main/workers'] },
  // Its other half, without a window: commands for the server of a shared workspace.
  'main/electron': { runtime: ['shared', 'main/platform', 'main/app', 'main/sync-admin'] },
  'main/browser-host': { runtime: ['shared', 'main/platform', 'main/app'] },
  // A program of its own; of the areas it needs sync alone.
  'main/sync-admin': { runtime: ['shared', 'main/platform', 'main/areas'] },
  preload: { runtime: ['shared'] },
  'renderer/ui': { runtime: ['shared'] },
  'renderer/host': { runtime: ['shared'] },
  'renderer/api': { runtime: ['shared'], types: ['renderer/ui', 'renderer/host'] },
  'renderer/areas': { runtime: PAGE, types: ['renderer/app'] },
  'renderer/app': { runtime: [...PAGE, 'renderer/areas'] },
} as const satisfies Record<string, { runtime: readonly string[]; types?: readonly string[] }>;

export type Layer = keyof typeof LAYERS;

/** Where a file lives: its layer, and its area where the layer has areas. */
export interface Place {
  readonly layer: Layer;
  readonly area: string | null;
}

/** Undefined for what is under `src` but in no room of the house. */
export function placeOf(path: string): Place | undefined {
  const [, process = '', room = '', area = ''] = path.split('/');
  if (process === 'shared') return { layer: 'shared', area: room === 'areas' ? area : null };
  const name = process === 'preload' ? process : `${process}/${room}`;
  if (!isLayer(name)) return undefined;
  return { layer: name, area: room === 'areas' ? area : null };
}

function isLayer(name: string): name is Layer {
  return Object.hasOwn(LAYERS, name);
}

/** Why `from` may not import `to`, or null where it may. */
export function whyNot(from: Place, to: Place, target: string, isType: boolean): string | null {
  const row: LayerRow = LAYERS[from.layer];
  if (from.layer === to.layer) return whyNotArea(from, to, target, isType);
  if (row.runtime.includes(to.layer)) return null;
  if (!row.types?.includes(to.layer)) return `${from.layer} may not import ${to.layer}`;
  return isType ? null : `${from.layer} may import types of ${to.layer} only (import type)`;
}

/** How a record becomes an alert is one body of knowledge: what a connector fetches is read as a file of it is. */
const READS_ALERTS = /^src\/main\/areas\/alerts\/import\//;

/** Areas are islands on both sides; those of the contract build on one another. */
function whyNotArea(from: Place, to: Place, target: string, isType: boolean): string | null {
  if (from.layer === 'shared' || from.area === to.area || isType) return null;
  if (from.layer === 'renderer/areas' && /\.embed\.tsx$/.test(target)) return null;
  if (from.area === 'integrations' && READS_ALERTS.test(target)) return null;
  const way = from.layer === 'renderer/areas' ? 'its .embed.tsx' : 'the wiring in main/app';
  return `area ${from.area} may import types of area ${to.area} only; its code comes through ${way}`;
}
