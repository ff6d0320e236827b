import { Moon, Plus, Sun, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../ui/tabs.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'destructive'] as const;
const OPTIONS = [
  { value: 'one', label: 'First choice' },
  { value: 'two', label: 'Second choice, with a longer name' },
] as const;
const ROW = 'flex flex-wrap items-center gap-2';

export function ControlParts() {
  return (
    <>
      <Card title="Button" bodyClassName="flex flex-col gap-3 p-4">
        {VARIANTS.map((variant) => (
          <div key={variant} className={ROW}>
            <Button variant={variant}>Resolve</Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} icon={<Plus aria-hidden />}>
              With an icon
            </Button>
            <Tooltip content={`An icon alone, ${variant}`}>
              <Button
                variant={variant}
                icon={<Trash2 aria-hidden />}
                label={`Delete, ${variant}`}
              />
            </Tooltip>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        ))}
        <div className={ROW}>
          <CopyButton text="198.51.100.7" />
        </div>
      </Card>
      <Card title="Field" bodyClassName="grid gap-4 p-4 md:grid-cols-2">
        <Fields />
      </Card>
      <Card title="Switch, segmented, tabs" bodyClassName="flex flex-col gap-4 p-4">
        <Choices />
      </Card>
    </>
  );
}

function Fields() {
  const [choice, setChoice] = useState<'one' | 'two'>('one');
  return (
    <>
      <Field label="Empty" hint="A hint under the field">
        {(control) => <Input {...control} placeholder="A placeholder" />}
      </Field>
      <Field label="Required" isRequired>
        {(control) => <Input {...control} defaultValue="A value" />}
      </Field>
      <Field label="With an error" error="Title is required">
        {(control) => <Input {...control} />}
      </Field>
      <Field label="Disabled">
        {(control) => <Input {...control} defaultValue="Not to be changed" disabled />}
      </Field>
      <Field label="Select">
        {(control) => (
          <Select {...control} value={choice} onValueChange={setChoice} options={OPTIONS} />
        )}
      </Field>
      <Field label="Select, disabled">
        {(control) => (
          <Select
            {...control}
            value={choice}
            onValueChange={setChoice}
            options={OPTIONS}
            isDisabled
          />
        )}
      </Field>
      <Field label="Text of several lines">
        {(control) => <Textarea {...control} defaultValue={'First line\nSecond line'} />}
      </Field>
      <Field label="Text of several lines, with an error" error="Description is required">
        {(control) => <Textarea {...control} />}
      </Field>
    </>
  );
}

function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [look, setLook] = useState<'dark' | 'light'>('dark');
  const [tab, setTab] = useState('open');
  return (
    <>
      <Switch label="On" note="A line under the words" isOn={isOn} onChange={setIsOn} />
      <Switch label="Off" isOn={!isOn} onChange={(next) => setIsOn(!next)} />
      <Switch label="Disabled" isOn onChange={setIsOn} isDisabled />
      <div className={ROW}>
        <Segmented
          label="Theme of the example"
          value={look}
          onValueChange={setLook}
          segments={[
            { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
            { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
          ]}
        />
        <Segmented
          label="The same, small and by icons"
          size="sm"
          value={look}
          onValueChange={setLook}
          segments={[
            { value: 'dark', label: 'Dark', icon: <Moon aria-hidden />, isIconOnly: true },
            { value: 'light', label: 'Light', icon: <Sun aria-hidden />, isIconOnly: true },
          ]}
        />
        <Segmented
          label="The same, disabled"
          size="sm"
          value={look}
          onValueChange={setLook}
          isDisabled
          segments={[
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
          ]}
        />
      </div>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Example of tabs">
          <Tab value="open" count={1_204}>
            Open
          </Tab>
          <Tab value="closed">Closed</Tab>
          <Tab value="none" isDisabled>
            Disabled
          </Tab>
        </TabList>
        <TabPanel value="open">What is behind the first tab.</TabPanel>
        <TabPanel value="closed">What is behind the second tab.</TabPanel>
      </Tabs>
    </>
  );
}
