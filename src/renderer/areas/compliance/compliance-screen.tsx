import { Plus, SearchCheck, ShieldPlus } from 'lucide-react';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { ControlsTab } from './controls-tab.tsx';
import { CreateControlDialog } from './create-control-dialog.tsx';
import { CreateFrameworkDialog } from './create-framework-dialog.tsx';
import { FrameworkLibraryDialog } from './framework-library-dialog.tsx';
import { FrameworksTab } from './frameworks-tab.tsx';
import { GapsTab } from './gaps-tab.tsx';
import { ImportFrameworkDialog } from './import-framework-dialog.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { useScreenDialog } from './use-framework-address.ts';
import { useGapAnalysis } from './use-gap-analysis.ts';

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
      <PageHeader
        title="Compliance Management"
        purpose="Frameworks, controls and their gaps"
        actions={<Actions tab={tab} onAnalyze={() => setTab('gaps')} />}
      />
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
      <ScreenDialogs />
    </div>
  );
}

function Actions({ tab, onAnalyze }: { tab: string; onAnalyze: () => void }) {
  const mayWrite = useMay('compliance.write');
  const [, openDialog] = useScreenDialog();
  const { run, isRunning } = useGapAnalysis();
  const analyze = () => {
    onAnalyze();
    run(null);
  };
  return (
    <>
      <Button icon={<SearchCheck aria-hidden />} disabled={isRunning} onClick={analyze}>
        {isRunning ? 'Analyzing...' : 'Run Gap Analysis'}
      </Button>
      {mayWrite && (
        <>
          {/* The tab of the controls has its own. */}
          {tab !== 'controls' && (
            <Button icon={<ShieldPlus aria-hidden />} onClick={() => openDialog('create-control')}>
              Create Control
            </Button>
          )}
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            onClick={() => openDialog('create-framework')}
          >
            Create Framework
          </Button>
        </>
      )}
    </>
  );
}

/** What the address asks for over the tabs; closing takes it out of the address. */
function ScreenDialogs() {
  const mayWrite = useMay('compliance.write');
  const [dialog, openDialog] = useScreenDialog();
  const [params, setParams] = useAddressParams();
  const close = () => openDialog(null);
  const show = (tab: string, name: string) => (id: string | null) =>
    setParams(id === null ? { tab } : { tab, [name]: id });
  if (!mayWrite) return null;
  return (
    <>
      <CreateFrameworkDialog open={dialog === 'create-framework'} onClose={close} />
      {dialog === 'create-control' && (
        <CreateControlDialog
          frameworkId={params.get('framework') ?? undefined}
          onClose={close}
          onCreated={show('controls', 'control')}
        />
      )}
      {dialog === 'adopt' && (
        <FrameworkLibraryDialog onClose={close} onAdopted={show('frameworks', 'framework')} />
      )}
      {dialog === 'import' && (
        <ImportFrameworkDialog onClose={close} onDone={show('frameworks', 'framework')} />
      )}
    </>
  );
}
