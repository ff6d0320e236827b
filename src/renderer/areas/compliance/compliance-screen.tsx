import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { ControlsTab } from './controls-tab.tsx';
import { FrameworksTab } from './frameworks-tab.tsx';
import { GapsTab } from './gaps-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';

const TABS = [
  ['overview', 'Overview', OverviewTab],
  ['frameworks', 'Frameworks', FrameworksTab],
  ['controls', 'Controls', ControlsTab],
  ['gaps', 'Gap Analysis', GapsTab],
] as const;

export function ComplianceScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader title="Compliance Management" purpose="Frameworks, controls and their gaps" />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Compliance Management">
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
    </div>
  );
}
