import { Card } from '../../ui/card.tsx';
import { DestinationsCard } from './destinations-card.tsx';
import { HeldCard } from './held-card.tsx';
import { IsolationSwitch } from './isolation-switch.embed.tsx';
import { LedgerCard } from './ledger-card.tsx';

/** Whether anything may leave this machine, what waits, and everything that left. */
export function NetworkPage() {
  return (
    <>
      <Card title="Isolation" note="Every change is in the history, with who made it.">
        <IsolationSwitch hasLocalModel />
      </Card>
      <HeldCard />
      <DestinationsCard />
      <LedgerCard />
    </>
  );
}
