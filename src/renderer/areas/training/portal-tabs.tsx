import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { BehaviorLearning } from './tab-behavior.tsx';
import { EventCorrelation } from './tab-correlation.tsx';
import { HistoricalAnalysis } from './tab-history.tsx';
import { AutomatedResponse } from './tab-response.tsx';
import { TtpDetection } from './tab-technique.tsx';

const TABS = [
  ['history', 'Historical Analysis', HistoricalAnalysis],
  ['behavior', 'Behavior Learning', BehaviorLearning],
  ['ttp', 'TTP Detection', TtpDetection],
  ['correlation', 'Event Correlation', EventCorrelation],
  ['response', 'Automated Response', AutomatedResponse],
] as const;

export function PortalTabs() {
  const [tab, setTab] = useState<string>('history');
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabList label="Lessons">
        {TABS.map(([key, label]) => (
          <Tab key={key} value={key}>
            {label}
          </Tab>
        ))}
      </TabList>
      {TABS.map(([key, , Content]) => (
        <TabPanel key={key} value={key}>
          <Content />
        </TabPanel>
      ))}
    </Tabs>
  );
}
