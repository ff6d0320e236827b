import { Field, Input, Textarea } from '../../ui/field.tsx';

/** What is said of evidence beside title and type; days as `YYYY-MM-DD`, '' where nothing is said. */
export interface About {
  readonly description: string;
  readonly source: string;
  readonly filePath: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly expires: string;
}

export const EMPTY_ABOUT: About = {
  description: '',
  source: '',
  filePath: '',
  periodStart: '',
  periodEnd: '',
  expires: '',
};

interface EvidenceAboutProps {
  about: About;
  onChange: (about: About) => void;
  periodError: string | undefined;
  /** Without one, the place where it is kept can be said. */
  hasFile: boolean;
}

export function EvidenceAbout({ about, onChange, periodError, hasFile }: EvidenceAboutProps) {
  const put = (patch: Partial<About>) => onChange({ ...about, ...patch });
  return (
    <div className="flex flex-col gap-3">
      <Field label="Description">
        {(control) => (
          <Textarea
            {...control}
            value={about.description}
            maxLength={4000}
            onChange={(event) => put({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Source" hint="The system or the person that it comes from.">
        {(control) => (
          <Input
            {...control}
            value={about.source}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => put({ source: event.target.value })}
          />
        )}
      </Field>
      {!hasFile && (
        <Field label="Kept at" hint="Where the original is, if no file is stored here.">
          {(control) => (
            <Input
              {...control}
              value={about.filePath}
              maxLength={1000}
              autoComplete="off"
              onChange={(event) => put({ filePath: event.target.value })}
            />
          )}
        </Field>
      )}
      <Days about={about} put={put} periodError={periodError} />
    </div>
  );
}

interface DaysProps {
  about: Pick<About, 'periodStart' | 'periodEnd' | 'expires'>;
  put: (patch: Partial<About>) => void;
  periodError: string | undefined;
}

/** The period that evidence covers, and the day after which it proves nothing more. */
export function Days({ about, put, periodError }: DaysProps) {
  const fields = [
    ['periodStart', 'Period from', undefined],
    ['periodEnd', 'Period to', periodError],
    ['expires', 'Valid until', undefined],
  ] as const;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {fields.map(([name, label, error]) => (
        <Field key={name} label={label} error={error}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={about[name]}
              onChange={(event) => put({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
