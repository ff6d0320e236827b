import type { KeyboardEvent } from 'react';
import {
  moved,
  placeIn,
  type TimeView,
  zoomed,
} from '../../../../shared/areas/forensics/timeline/time-view.ts';
import type { Cluster } from './lanes.ts';

interface ChartKeys {
  readonly clusters: readonly (readonly Cluster[])[];
  readonly view: TimeView;
  readonly onView: (view: TimeView) => void;
  readonly onAll: () => void;
  readonly onBrush: (brush: null) => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (cluster: Cluster | null) => void;
}

const STEP = 0.1;
const IN = 0.6;

/** Arrow keys between marks and lanes, Shift with them in time, + − zoom, Home all, Escape nothing chosen. */
export function useChartKeys(keys: ChartKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!press(keys, event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function press(keys: ChartKeys, key: string, isShift: boolean): boolean {
  const { view, onView } = keys;
  switch (key) {
    case '+':
    case '=':
      onView(zoomed(view, IN, shareOfChosen(keys)));
      return true;
    case '-':
    case '_':
      onView(zoomed(view, 1 / IN, shareOfChosen(keys)));
      return true;
    case 'Home':
      keys.onAll();
      return true;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const sign = key === 'ArrowLeft' ? -1 : 1;
      if (isShift) onView(moved(view, sign * STEP));
      else stepMark(keys, sign);
      return true;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      stepLane(keys, key === 'ArrowUp' ? -1 : 1);
      return true;
    case 'Escape':
      if (keys.chosen.size === 0) return false;
      keys.onChoose(null);
      keys.onBrush(null);
      return true;
    default:
      return false;
  }
}

function placeOf({ clusters, chosen }: ChartKeys): { lane: number; at: number } | null {
  for (const [lane, ones] of clusters.entries()) {
    const at = ones.findIndex(({ marks }) => marks.some(({ id }) => chosen.has(id)));
    if (at >= 0) return { lane, at };
  }
  return null;
}

function shareOfChosen(keys: ChartKeys): number {
  const place = placeOf(keys);
  const mark = place && keys.clusters[place.lane]?.[place.at]?.marks[0];
  return mark ? placeIn(keys.view, mark.ns) : 0.5;
}

function stepMark(keys: ChartKeys, sign: 1 | -1): void {
  const place = placeOf(keys);
  const first = keys.clusters.find((ones) => ones.length > 0)?.[0];
  const next = place ? keys.clusters[place.lane]?.[place.at + sign] : first;
  if (next) keys.onChoose(next);
}

/** To the nearest mark of the next lane that shows one. */
function stepLane(keys: ChartKeys, sign: 1 | -1): void {
  const place = placeOf(keys);
  if (!place) {
    stepMark(keys, 1);
    return;
  }
  const from = keys.clusters[place.lane]?.[place.at]?.x ?? 0;
  for (let lane = place.lane + sign; lane >= 0 && lane < keys.clusters.length; lane += sign) {
    const [nearest] = (keys.clusters[lane] ?? []).toSorted(
      (a, b) => Math.abs(a.x - from) - Math.abs(b.x - from),
    );
    if (nearest) {
      keys.onChoose(nearest);
      return;
    }
  }
}
