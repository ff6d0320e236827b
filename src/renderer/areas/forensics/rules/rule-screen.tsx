import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { RuleDetail } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { proposedFilter } from '../../../../shared/areas/forensics/rules/rule-text.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { ENGINE_LABELS, OWN_PACK } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Button, buttonStyles } from '../../../ui/button.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useAddressTab } from '../../../ui/use-address-tab.ts';
import { HitList } from './hit-list.tsx';
import { LevelBadge, StandingBadge } from './rule-badges.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleQuery, useRuleCall } from './rules.queries.ts';
import { TestsPanel } from './tests-panel.tsx';
import { TuneDialog, TuningPanel } from './tuning-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

const TABS = ['rule', 'hits', 'filters', 'tests', 'versions'] as const;

/** One rule: what it looks for, what it found, and what people decided about it. */
export function RuleScreen() {
  const { id = '' } = useParams();
  const found = useQuery(ruleQuery(useClient(), id));
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <Link to="/forensics/rules" className={`${buttonStyles({ size: 'sm' })} self-start`}>
        <ArrowLeft aria-hidden />
        All rules
      </Link>
      <Loaded query={found} failed="The rule could not be loaded">
        {(rule) => <Rule rule={rule} />}
      </Loaded>
    </div>
  );
}

function Rule({ rule }: { rule: RuleDetail }) {
  const [tab, setTab] = useAddressTab(TABS);
  const [tuning, setTuning] = useState<string | null>(null);
  const mayTune = useMay('forensics.write') && rule.engine === 'sigma' && rule.kind === 'rule';
  return (
    <>
      <Head rule={rule} />
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Rule">
          <Tab value="rule">Rule</Tab>
          <Tab value="hits" count={rule.hits}>
            Hits
          </Tab>
          {rule.engine === 'sigma' && (
            <Tab value="filters" count={rule.tunings}>
              Filters
            </Tab>
          )}
          {rule.engine === 'sigma' && <Tab value="tests">Tests</Tab>}
          <Tab value="versions">Versions</Tab>
        </TabList>
        <TabPanel value="rule">
          <Facts rule={rule} />
        </TabPanel>
        <TabPanel value="hits">
          <HitList
            of={{ rule: rule.id }}
            showsRule={false}
            {...(mayTune ? { onTune: (hit) => setTuning(proposedFilter(hit.matched)) } : {})}
          />
        </TabPanel>
        <TabPanel value="filters">
          <TuningPanel
            ruleId={rule.id}
            onAdd={() =>
              setTuning('selection:\n  Image|endswith: "\\\\backup.exe"\ncondition: selection')
            }
          />
        </TabPanel>
        <TabPanel value="tests">
          <TestsPanel ruleId={rule.id} />
        </TabPanel>
        <TabPanel value="versions">
          <VersionsPanel ruleId={rule.id} />
        </TabPanel>
      </Tabs>
      {tuning !== null && (
        <TuneDialog ruleId={rule.id} text={tuning} onClose={() => setTuning(null)} />
      )}
    </>
  );
}

function Head({ rule }: { rule: RuleDetail }) {
  const mayWrite = useMay('forensics.write');
  const [isEditing, setEditing] = useState(false);
  const change = useRuleCall(
    (client, isEnabled: boolean) =>
      client.call(calls.change, { params: { id: rule.id }, body: { isEnabled } }),
    null,
  );
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-lg font-semibold tracking-tight text-fg">
          <Untrusted text={rule.title} max={200} />
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-fg-muted">
          <LevelBadge level={rule.level} />
          <StandingBadge rule={rule} />
          {ENGINE_LABELS[rule.engine]}, <Untrusted text={rule.packName} max={80} expand="none" />
          {!rule.isPackEnabled && ' (the pack is switched off)'}
        </p>
      </div>
      <div className="flex items-center gap-3">
        {mayWrite && rule.packId === OWN_PACK.id && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
            Edit rule
          </Button>
        )}
        <Switch
          label="Runs"
          isOn={rule.isEnabled}
          isDisabled={!mayWrite || change.isPending}
          onChange={(isOn) => change.mutate(isOn)}
        />
      </div>
      {isEditing && <RuleEditor rule={rule} onClose={() => setEditing(false)} />}
    </header>
  );
}

function Facts({ rule }: { rule: RuleDetail }) {
  const list = (items: readonly string[]): ReactNode =>
    items.length === 0 ? null : <Untrusted text={items.join(', ')} max={500} />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'What it looks for',
      rule.description && <Untrusted text={rule.description} max={1_000} newlines="keep" />,
    ],
    ['Log source', rule.logsource && <Untrusted text={rule.logsource} />],
    ['Events come from', rule.reaches && <Untrusted text={rule.reaches} max={300} />],
    ['Techniques', list(rule.techniques)],
    ['Known false positives', list(rule.statedFalsePositives)],
    [
      'Marked as false positives',
      rule.falsePositives === 0 ? null : rule.falsePositives.toLocaleString(),
    ],
    ['Author', rule.author && <Untrusted text={rule.author} />],
    ['File', <Untrusted key="file" text={rule.path} max={200} />],
    ['Id', <Untrusted key="id" text={rule.key} max={200} />],
    ['Version', `${rule.version}${rule.statedVersion === null ? '' : ` (${rule.statedVersion})`}`],
    [
      'SHA-256',
      <span key="hash" className="font-mono text-xs break-all">
        {rule.hash}
      </span>,
    ],
  ];
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-3">
        {rule.reasons.length > 0 && (
          <section
            aria-label="Why it does not run"
            className="rounded-md border border-line bg-warn-soft p-3 text-fg"
          >
            <ul className="list-disc pl-5">
              {rule.reasons.map((reason) => (
                <li key={reason}>
                  <Untrusted text={reason} max={400} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <dl className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-3 gap-y-2">
          {facts.map(([label, value]) =>
            value === null || value === '' ? null : (
              <div key={label} className="contents">
                <dt className="text-fg-muted">{label}</dt>
                <dd className="min-w-0">{value}</dd>
              </div>
            ),
          )}
        </dl>
      </div>
      <CodeView label="Text of the rule" text={rule.text} note={ENGINE_LABELS[rule.engine]} />
    </div>
  );
}
