/**
 * Every part of `renderer/ui` in every state. In development builds only (routes.tsx): what is here
 * is made up, so that each state can be looked at.
 */
import { useState } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../ui/tabs.tsx';
import { ControlParts } from './components-page-controls.tsx';
import { DataParts } from './components-page-data.tsx';
import { LayerParts } from './components-page-layers.tsx';
import { StateParts } from './components-page-states.tsx';

const GROUPS = [
  { value: 'controls', label: 'Controls', parts: <ControlParts /> },
  { value: 'states', label: 'States and words', parts: <StateParts /> },
  { value: 'data', label: 'Data', parts: <DataParts /> },
  { value: 'layers', label: 'Layers', parts: <LayerParts /> },
] as const;

type Group = (typeof GROUPS)[number]['value'];

export function ComponentsPage() {
  const [group, setGroup] = useState<Group>('controls');
  return (
    <div className="flex flex-col gap-4">
      <title>Components · Watchfloor</title>
      <PageHeader title="Components" purpose="Every part of the design system in every state" />
      <Tabs value={group} onValueChange={setGroup}>
        <TabList label="Groups of components">
          {GROUPS.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {GROUPS.map(({ value, parts }) => (
          <TabPanel key={value} value={value} className="flex flex-col gap-4">
            {parts}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
