import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Preview } from '../../../shared/areas/evidence/evidence-files.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readBytes } from './preview-bytes.ts';

/** A larger one is downloaded. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A picture in a format that holds no script, by its own bytes; its type is never what the file claims. */
export function PreviewImage({
  evidence,
  preview,
}: {
  evidence: EvidenceDetail;
  preview: Preview;
}) {
  const client = useClient();
  const isTooLarge = preview.size > MAX_BYTES;
  const bytes = useQuery({
    queryKey: ['evidence-preview', evidence.id, evidence.sha256, 'bytes'],
    queryFn: () => readBytes(client, evidence.id, 0, preview.size),
    enabled: !isTooLarge,
    gcTime: 0,
  });
  const address = useObjectUrl(bytes.data, preview.mediaType);
  const [isBroken, setIsBroken] = useState(false);
  if (isTooLarge)
    return <p className="text-fg-muted">This picture is too large to be shown. Download it.</p>;
  if (bytes.isError) return <ErrorState title="The picture cannot be shown" error={bytes.error} />;
  if (isBroken)
    return <p className="text-fg-muted">This file begins like a picture but cannot be drawn.</p>;
  if (address === null) return <Skeleton className="h-64 w-full" />;
  return (
    <img
      src={address}
      alt={`Evidence ${evidence.title}`}
      onError={() => setIsBroken(true)}
      className="max-h-[70vh] max-w-full self-start rounded-md border border-line object-contain"
    />
  );
}

function useObjectUrl(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  type: string | null,
): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes || type === null) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return address;
}
