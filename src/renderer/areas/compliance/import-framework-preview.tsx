import {
  type DraftSummary,
  FRAMEWORK_COLUMNS,
  type FrameworkColumn,
  type FrameworkPreview,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import { FRAMEWORK_CATEGORIES } from '../../../shared/areas/compliance/frameworks.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { LeftOutList } from './import-framework-receipt.tsx';
import type { DraftChoice, FrameworkImportState } from './use-framework-import.ts';

interface PreviewProps {
  state: FrameworkImportState;
  preview: FrameworkPreview;
  /** Reviews bringing up the framework that a draft seems to be another version of. */
  onTarget: (index: number) => void;
}

/** What is in the file, and what shall become of it. */
export function ImportFrameworkPreview({ state, preview, onTarget }: PreviewProps) {
  const { frameworks, links, notes, leftOut, leftOutCount, columns } = preview;
  return (
    <div className="flex flex-col gap-5">
      {columns && <Columns key={preview.token} columns={columns} onChange={state.nameColumns} />}
      {frameworks.map((draft, index) => {
        const choice = state.choices[index];
        return (
          choice && (
            <Draft
              key={`${draft.name} ${draft.version}`}
              draft={draft}
              choice={choice}
              onChange={(change) => state.choose(index, change)}
              onTarget={() => onTarget(index)}
            />
          )
        );
      })}
      {columns && frameworks.length === 0 && (
        <p role="status">Say which columns hold the id and the title.</p>
      )}
      {links.total > 0 && (
        <Switch
          label={`Take over ${links.resolved.toLocaleString()} links between requirements`}
          note={`The file has ${links.total.toLocaleString()}; the others name requirements that no pack and no framework here has.`}
          isOn={state.takesLinks && links.resolved > 0}
          isDisabled={links.resolved === 0}
          onChange={state.setTakesLinks}
        />
      )}
      {notes.length > 0 && (
        <ul className="list-disc pl-5 text-fg-muted">
          {notes.map((note) => (
            <li key={note}>
              <Untrusted text={note} />
            </li>
          ))}
        </ul>
      )}
      <LeftOutList leftOut={leftOut} count={leftOutCount} />
    </div>
  );
}

const COLUMN_LABELS: Record<FrameworkColumn, string> = {
  id: 'Id',
  title: 'Title',
  text: 'Text',
  parent: 'Parent id',
  group: 'Group name',
  kind: 'Kind',
  baselines: 'Baselines',
  weight: 'Weight',
};
const NONE = '';

interface ColumnsProps {
  columns: NonNullable<FrameworkPreview['columns']>;
  onChange: FrameworkImportState['nameColumns'];
}

/** Which column of the table is what; the file is read again with every choice. */
function Columns({ columns: { found, mapping }, onChange }: ColumnsProps) {
  const options = [
    { value: NONE, label: 'None' },
    ...found.map(({ name, sample }) => ({
      value: name,
      label: sample ? `${name} (${sample})` : name,
      text: name,
    })),
  ];
  const choose = (column: FrameworkColumn, name: string) => {
    const { [column]: _, ...others } = mapping;
    void onChange(name === NONE ? others : { ...others, [column]: name });
  };
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="mb-2 font-semibold text-fg">Columns</legend>
      {FRAMEWORK_COLUMNS.map((column) => (
        <Field key={column} label={COLUMN_LABELS[column]} isRequired={column === 'id'}>
          {(control) => (
            <Select
              {...control}
              value={mapping[column] ?? NONE}
              options={options}
              onValueChange={(name) => choose(column, name)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

const ALL = '';
const CATEGORIES = FRAMEWORK_CATEGORIES.map((value) => ({ value, label: value }));

interface DraftProps {
  draft: DraftSummary;
  choice: DraftChoice;
  onChange: (change: Partial<DraftChoice>) => void;
  onTarget: () => void;
}

function Draft({ draft, choice, onChange, onTarget }: DraftProps) {
  const { groups, requirements, withdrawn, baselines, target } = draft;
  return (
    <section
      aria-label={draft.name}
      className="flex flex-col gap-3 rounded-lg border border-line p-4"
    >
      <Switch
        label={
          <>
            <Untrusted text={draft.name} expand="none" />{' '}
            <Untrusted text={draft.version} expand="none" />
          </>
        }
        note={`${requirements.toLocaleString()} requirements, ${groups.toLocaleString()} groups, ${withdrawn.toLocaleString()} withdrawn`}
        isOn={choice.isTaken}
        onChange={(isTaken) => onChange({ isTaken })}
      />
      {choice.isTaken && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Name" isRequired>
            {(control) => (
              <Input
                {...control}
                value={choice.name}
                maxLength={100}
                onChange={(event) => onChange({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Category" isRequired>
            {(control) => (
              <Select
                {...control}
                value={choice.category}
                options={CATEGORIES}
                onValueChange={(category) => onChange({ category })}
              />
            )}
          </Field>
          {baselines.length > 0 && (
            <Field label="Baseline">
              {(control) => (
                <Select
                  {...control}
                  value={choice.baseline ?? ALL}
                  options={[
                    { value: ALL, label: 'Every requirement' },
                    ...baselines.map(({ name, requirements: n }) => ({
                      value: name,
                      label: `${name} (${n})`,
                    })),
                  ]}
                  onValueChange={(name) => onChange({ baseline: name === ALL ? null : name })}
                />
              )}
            </Field>
          )}
        </div>
      )}
      {target && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-raised px-3 py-2">
          <span className="min-w-0 flex-1">
            There is a framework of this name already (
            <Untrusted text={target.version ?? 'without a version'} expand="none" />
            ). Bring it up to this file instead, and keep its answers.
          </span>
          <Button size="sm" onClick={onTarget}>
            Review the upgrade
          </Button>
        </p>
      )}
      <Sample draft={draft} />
    </section>
  );
}

function Sample({ draft: { sample, name } }: { draft: DraftSummary }) {
  return (
    <ScrollRegion label={`First rows of ${name}`} className="max-h-56 rounded-md bg-sunken">
      <table className="w-full text-left">
        <thead className="text-xs text-fg-muted">
          <tr>
            {['Id', 'Under', 'Kind', 'Title'].map((head) => (
              <th key={head} scope="col" className="px-3 py-1.5 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ id, parent, kind, title }) => (
            <tr key={id} className="border-t border-line">
              <td className="px-3 py-1 font-mono text-xs whitespace-nowrap">
                <Untrusted text={id} expand="none" />
              </td>
              <td className="px-3 py-1 font-mono text-xs whitespace-nowrap text-fg-muted">
                <Untrusted text={parent} expand="none" />
              </td>
              <td className="px-3 py-1 text-fg-muted">{kind}</td>
              <td className="px-3 py-1">
                <Untrusted text={title} max={160} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
