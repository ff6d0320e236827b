import { wireControls } from './compliance-controls.ts';
import { wireCrosswalks } from './compliance-crosswalks.ts';
import { wireFrameworks } from './compliance-frameworks.ts';
import { wireGaps } from './compliance-gaps.ts';
import { wireScores } from './compliance-scores.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

export function wireCompliance(core: CoreDeps, _evidence: WiredEvidence): WiredArea {
  const parts = [
    wireFrameworks(core),
    wireControls(core),
    wireCrosswalks(core),
    wireScores(core),
    wireGaps(core),
  ];
  return {
    routes: parts.flatMap(({ routes }) => routes),
    start() {
      const stops = parts.map((part) => part.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
