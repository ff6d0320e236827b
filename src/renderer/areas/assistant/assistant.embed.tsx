import { lazy, Suspense, useState } from 'react';
import type { AnalystChatProps } from './analyst-chat-dialog.tsx';

const LazyAnalystChat = lazy(async () => ({
  default: (await import('./analyst-chat-dialog.tsx')).AnalystChat,
}));

/** 'SOC Analyst Assistance': questions about a case. Loaded when it is first opened, and kept from then on. */
export function AnalystChatDialog(props: AnalystChatProps) {
  const [isLoaded, setLoaded] = useState(props.open);
  if (props.open && !isLoaded) setLoaded(true);
  return isLoaded ? (
    <Suspense>
      <LazyAnalystChat {...props} />
    </Suspense>
  ) : null;
}
