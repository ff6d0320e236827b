import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConnectionPage } from './about-connection.tsx';

export function AiPage() {
  return (
    <ConnectionPage>
      {({ ai }) => (
        <Card
          title="Language model"
          actions={<Badge tone="neutral">{ai.model ?? 'Not configured'}</Badge>}
        >
          <div className="flex max-w-prose flex-col gap-3 text-fg-muted">
            <p>
              {ai.model === null
                ? 'No model is configured, and this version has no place to configure one. Nothing of this workspace is sent anywhere.'
                : 'Questions to the assistant are answered by this model.'}
            </p>
            <p>
              The rest works without one: alerts are imported, triaged, searched and exported on
              this computer alone.
            </p>
          </div>
        </Card>
      )}
    </ConnectionPage>
  );
}
