import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { AuditScheduleTab } from './audit-schedule-tab.tsx';
import { FindingsTab } from './findings-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { TrackingTab } from './tracking-tab.tsx';

const TABS = [
  ['schedule', 'Audit Schedule', AuditScheduleTab],
  ['findings', 'Findings & Issues', FindingsTab],
  ['tracking', 'Evidence Tracking', TrackingTab],
  ['reports', 'Reports', ReportsTab],
] as const;

export function AuditsScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader title="Audit Support" purpose="Audits from planning to report" />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Audit Support">
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
