import { Plus } from 'lucide-react';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { AssessmentsTab } from './assessments-tab.tsx';
import { ReassessmentsTab } from './reassessments-tab.tsx';
import { RegistryTab } from './registry-tab.tsx';
import { useVendorAddress } from './use-vendor-address.ts';
import { VendorExportMenu } from './vendor-export-menu.tsx';
import { AddVendorDialog } from './vendor-form-dialog.tsx';

const TABS = [
  ['registry', 'Vendor Registry', RegistryTab],
  ['assessments', 'Assessments', AssessmentsTab],
  ['reassessments', 'Reassessments', ReassessmentsTab],
] as const;

export function VendorsScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  const { isAdding, put } = useVendorAddress();
  const mayWrite = useMay('vendors.write');
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Vendor Risk Management"
        purpose="Vendors, their tiers and their reviews"
        actions={
          <>
            <VendorExportMenu />
            {mayWrite && (
              <Button
                variant="primary"
                icon={<Plus aria-hidden />}
                onClick={() => put({ add: '1' })}
              >
                Add Vendor
              </Button>
            )}
          </>
        }
      />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Vendor Risk Management">
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
      {isAdding && mayWrite && <AddVendorDialog onClose={() => put({ add: '' })} />}
    </div>
  );
}
