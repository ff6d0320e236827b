import { MessageSquareText, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ENTITY_KINDS, type EntityRef } from '../../../shared/areas/entities/entities.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { AnalystChatDialog } from '../assistant/assistant.embed.tsx';
import { InvestigationDrawer } from './investigation-drawer.tsx';
import { InvestigationList } from './investigation-list.tsx';
import { IocsTab } from './iocs-tab.tsx';
import { NewInvestigationDialog } from './new-investigation-dialog.tsx';
import { ProgressBanner } from './progress-banner.tsx';
import { TimelineTab } from './timeline-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';

const TABS = ['investigations', 'tools', 'iocs', 'timeline'] as const;
const ASKED = ['new', 'alert', 'incident', 'kind', 'value'] as const;
const OPEN = 'investigation';

/** Investigations, their indicators and timelines. */
export function ForensicsScreen() {
  const [tab, setTab] = useAddressTab(TABS);
  const [params, setParams] = useAddressParams();
  const mayWrite = useMay('forensics.write');
  const change = (set: Record<string, string>, drop: readonly string[]) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const name of drop) next.delete(name);
      for (const [name, value] of Object.entries(set)) next.set(name, value);
      return next;
    });
  const open = (id: string) => change({ [OPEN]: id }, ASKED);
  const newButton = mayWrite && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => change({ new: '1' }, ASKED)}
    >
      New AI Investigation
    </Button>
  );
  const opened = params.get(OPEN);
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Incident Forensics"
        purpose="Investigations, indicators and timelines of incidents"
        actions={
          <>
            <AnalystAssistance investigation={opened} />
            {newButton}
          </>
        }
      />
      <ProgressBanner onOpen={open} />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Incident forensics">
          <Tab value="investigations">Active Investigations</Tab>
          <Tab value="tools">Forensic Tools</Tab>
          <Tab value="iocs">IOC Analysis</Tab>
          <Tab value="timeline">Timeline Reconstruction</Tab>
        </TabList>
        <TabPanel value="investigations">
          <InvestigationList onOpen={open} newButton={newButton} />
        </TabPanel>
        <TabPanel value="tools">
          <ToolsTab />
        </TabPanel>
        <TabPanel value="iocs">
          <IocsTab />
        </TabPanel>
        <TabPanel value="timeline">
          <TimelineTab />
        </TabPanel>
      </Tabs>
      {mayWrite && params.get('new') !== null && (
        <NewInvestigationDialog
          origin={{
            alert: params.get('alert'),
            incident: params.get('incident'),
            entity: entityOf(params),
          }}
          onClose={() => change({}, ASKED)}
          onStarted={() => change({}, ASKED)}
        />
      )}
      {opened !== null && (
        <InvestigationDrawer key={opened} id={opened} onClose={() => change({}, [OPEN])} />
      )}
    </div>
  );
}

function entityOf(params: URLSearchParams): EntityRef | null {
  const kind = ENTITY_KINDS.find((one) => one === params.get('kind'));
  const value = params.get('value')?.trim().slice(0, 1000) ?? '';
  return kind === undefined || value === '' ? null : { kind, value };
}

/** The chat about a case: the open one, where one is open. */
function AnalystAssistance({ investigation }: { investigation: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const mayAsk = useMay('assistant.ask');
  if (!mayAsk) return null;
  return (
    <>
      <Button icon={<MessageSquareText aria-hidden />} onClick={() => setOpen(true)}>
        SOC Analyst Assistance
      </Button>
      {isOpen && (
        <Suspense>
          <AnalystChatDialog
            open
            onClose={() => setOpen(false)}
            {...(investigation === null ? {} : { context: { investigationId: investigation } })}
          />
        </Suspense>
      )}
    </>
  );
}
