import { AlertVolumePanel } from './alert-volume.tsx';
import { SlaPanel } from './sla-panel.tsx';
import { TechniqueHeatPanel } from './technique-heat.tsx';

/** What stands below the figures, in a chunk of its own: the first paint does not wait for it. */
export function DashboardCharts() {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <AlertVolumePanel />
        <SlaPanel />
      </div>
      <TechniqueHeatPanel />
    </>
  );
}
