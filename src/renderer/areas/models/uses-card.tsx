import type { ModelSettings } from '../../../shared/areas/models/models.contract.ts';
import { MODEL_TASKS } from '../../../shared/areas/models/tasks.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { WhatLeaves } from './models.embed.tsx';
import { TASK_LABELS } from './models.text.ts';

/** Of each kind of use: who has looked at what leaves, and what left last. */
export function UsesCard({ settings }: { settings: ModelSettings }) {
  const isHere = settings.endpoint?.place === 'loopback';
  return (
    <Card
      title="What leaves, by use"
      note={
        isHere
          ? 'The model is on this machine, so nothing has to be agreed to. What was sent last is shown all the same.'
          : 'The first request of each kind is held back until somebody has looked at exactly what would leave.'
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {MODEL_TASKS.map((task) => {
          const seen = settings.previews.find((one) => one.task === task);
          return (
            <li key={task} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <div className="min-w-0 flex-1 basis-64">
                <p className="text-fg">{TASK_LABELS[task]}</p>
                {seen && (
                  <p className="text-xs text-fg-muted">
                    Looked at by {seen.by.name}, <DateTime value={seen.at} />
                  </p>
                )}
              </div>
              <WhatLeaves task={task} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
