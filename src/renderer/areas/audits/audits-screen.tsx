import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { useAddressTab } from '../../ui/use-address-tab.ts';
import { AuditFormDialog } from './audit-form-dialog.tsx';
import { AuditScheduleTab } from './audit-schedule-tab.tsx';
import { auditsQuery } from './audits.queries.ts';
import { FindingsTab } from './findings-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { TrackingTab } from './tracking-tab.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const TABS = [
  ['schedule', 'Audit Schedule', AuditScheduleTab],
  ['findings', 'Findings & Issues', FindingsTab],
  ['tracking', 'Evidence Tracking', TrackingTab],
  ['reports', 'Reports', ReportsTab],
] as const;

export function AuditsScreen() {
  const [tab, setTab] = useAddressTab(TABS.map(([key]) => key));
  const address = useAuditAddress();
  const mayWrite = useMay('audits.write');
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Audit Support"
        purpose="Audits from planning to report"
        actions={
          mayWrite && (
            <Button
              variant="primary"
              icon={<CalendarPlus aria-hidden />}
              onClick={() => address.set({ schedule: 'new' })}
            >
              Schedule Audit
            </Button>
          )
        }
      />
      <Cards />
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
      {mayWrite && (
        <AuditFormDialog
          open={address.get('schedule') === 'new'}
          audit={null}
          onClose={() => address.set({ schedule: null })}
        />
      )}
    </div>
  );
}

/** How many audits there are, and in which state; each leads to its rows. */
function Cards() {
  const { data, isPending } = useQuery(auditsQuery(useClient()));
  const count = (status: string) =>
    data ? data.rows.filter((audit) => audit.status === status).length : null;
  return (
    <section aria-label="Audits" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Total Audits"
        value={data ? (data.total ?? data.rows.length) : null}
        to="/audits"
        loading={isPending}
      />
      <Stat
        label="Planned"
        value={count('PLANNED')}
        to="/audits?status=PLANNED"
        loading={isPending}
      />
      <Stat
        label="In Progress"
        value={count('IN_PROGRESS')}
        to="/audits?status=IN_PROGRESS"
        loading={isPending}
      />
      <Stat
        label="Completed"
        value={count('COMPLETED')}
        to="/audits?status=COMPLETED"
        loading={isPending}
      />
    </section>
  );
}
