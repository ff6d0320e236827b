import { Plus } from 'lucide-react';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { QuantitiesTab } from './quantities-tab.tsx';
import { RegisterTab } from './register-tab.tsx';
import { RiskDrawer } from './risk-drawer.tsx';
import { RiskExchangeMenu } from './risk-exchange-menu.tsx';
import { AddRiskDialog } from './risk-form-dialog.tsx';
import { TreatmentTab } from './treatment-tab.tsx';
import { useRiskAddress } from './use-risk-address.ts';

const TABS = [
  ['register', 'Risk Register', RegisterTab],
  ['treatment', 'Treatment', TreatmentTab],
  ['quantities', 'Quantitative', QuantitiesTab],
] as const;

export function RiskScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  const { put, openId, isAdding } = useRiskAddress();
  const mayWrite = useMay('risk.write');
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Risk Management"
        purpose="The risk register and its treatment"
        actions={
          <>
            <RiskExchangeMenu />
            {mayWrite && (
              <Button
                variant="primary"
                icon={<Plus aria-hidden />}
                onClick={() => put({ add: '1' })}
              >
                Add Risk
              </Button>
            )}
          </>
        }
      />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Risk Management">
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
      {isAdding && mayWrite && <AddRiskDialog onClose={() => put({ add: null })} />}
      {openId !== null && (
        <RiskDrawer key={openId} id={openId} onClose={() => put({ risk: null })} />
      )}
    </div>
  );
}
