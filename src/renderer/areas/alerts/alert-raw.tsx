import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { RawRecord } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { parseJsonNode } from '../../ui/json-node.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { rawRecordQuery } from './alerts.queries.ts';
import { NoRawRecord } from './no-raw-record.tsx';
import { PaneSection } from './pane-section.tsx';
import { hexLines } from './raw-hex.ts';

const TEXT_CHARS = 4_000;
const HEX_LINES = 256;

/** The record as its source wrote it: as a tree where it is JSON, else as text or bytes. */
export function AlertRaw({ id }: { id: string }) {
  const [wantsFull, setWantsFull] = useState(false);
  const [wantsText, setWantsText] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(rawRecordQuery(useClient(), id, wantsFull));
  const tree = useMemo(
    () => (data?.encoding === 'utf-8' && !data.truncated ? parseJsonNode(data.content) : null),
    [data],
  );
  return (
    <PaneSection
      title="Raw record"
      actions={
        data && (
          <>
            {tree && (
              <Button size="sm" variant="ghost" onClick={() => setWantsText(!wantsText)}>
                {wantsText ? 'As tree' : 'As text'}
              </Button>
            )}
            <CopyButton text={data.content} />
          </>
        )
      }
    >
      {data === undefined && !error && <Skeleton className="h-32 w-full" />}
      {data === null && <NoRawRecord id={id} />}
      {error && (
        <ErrorState
          title="The raw record could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <RawFrame record={data} isFetching={isFetching} onFull={() => setWantsFull(true)}>
          {tree && !wantsText ? <JsonTree node={tree} /> : <RawText record={data} />}
        </RawFrame>
      )}
    </PaneSection>
  );
}

function RawFrame(props: {
  record: RawRecord;
  isFetching: boolean;
  onFull: () => void;
  children: ReactNode;
}) {
  const { record } = props;
  return (
    <>
      <p className="mb-1.5 text-xs text-fg-muted">
        <Untrusted text={record.format} max={60} /> · {record.bytes.toLocaleString()} bytes
        {record.encoding === 'base64' && ' · not valid UTF-8, shown as bytes'}
      </p>
      <ScrollRegion
        label="Content of the raw record"
        className="max-h-112 rounded-md border border-line bg-sunken p-2.5"
      >
        {props.children}
      </ScrollRegion>
      {record.truncated && (
        <p className="mt-1.5 flex items-center gap-2 text-xs text-fg-muted">
          Only the beginning is shown.
          <Button size="sm" onClick={props.onFull} disabled={props.isFetching}>
            {props.isFetching ? 'Loading...' : `Load all ${record.bytes.toLocaleString()} bytes`}
          </Button>
        </p>
      )}
    </>
  );
}

function RawText({ record }: { record: RawRecord }) {
  const lines = useMemo(
    () => (record.encoding === 'base64' ? hexLines(record.content, HEX_LINES) : []),
    [record],
  );
  if (record.encoding === 'utf-8') {
    return (
      <div className="font-mono text-xs">
        <Untrusted text={record.content} max={TEXT_CHARS} newlines="keep" />
      </div>
    );
  }
  return (
    <pre className="font-mono text-xs">
      {lines.map((line) => `${line.offset}  ${line.hex.padEnd(47)}  ${line.text}`).join('\n')}
      {record.bytes > HEX_LINES * 16 && '\n…'}
    </pre>
  );
}
