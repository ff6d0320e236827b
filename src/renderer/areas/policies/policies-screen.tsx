import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { AttestationsTab } from './attestations-tab.tsx';
import { RepositoryTab } from './repository-tab.tsx';

const TABS = [
  ['repository', 'Policy Repository', RepositoryTab],
  ['attestations', 'Attestations', AttestationsTab],
] as const;

export function PoliciesScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader title="Policy Management" purpose="Policies, their versions and their approval" />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Policy Management">
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
