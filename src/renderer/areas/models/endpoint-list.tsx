import { PLACE_TEXTS } from '../../../shared/areas/models/address.rules.ts';
import type { ModelEndpoint } from '../../../shared/areas/models/models.contract.ts';
import { parseUrl } from '../../../shared/kernel/url.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

interface EndpointListProps {
  endpoints: readonly ModelEndpoint[];
  /** Whose form is open; null: that of a new one. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** The endpoints that are kept. One is in use; another is switched to by its test. */
export function EndpointList({ endpoints, chosen, onChoose }: EndpointListProps) {
  return (
    <Card
      title="Endpoints"
      note="One is in use. Another is used once its test has found a model that helps."
      actions={
        <Button size="sm" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          Add endpoint
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {endpoints.map((endpoint) => (
          <Row
            key={endpoint.id}
            endpoint={endpoint}
            isChosen={endpoint.id === chosen}
            onChoose={() => onChoose(endpoint.id)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  endpoint: ModelEndpoint;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ endpoint, isChosen, onChoose }: RowProps) {
  const { name, model, baseUrl, isInUse, isOn, place } = endpoint;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium text-fg">
          <Untrusted text={name} />
          {isInUse && <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'In use' : 'Off'}</Badge>}
        </p>
        <p className="text-xs text-fg-muted">
          <Untrusted text={model} /> at <Untrusted text={parseUrl(baseUrl)?.hostname ?? baseUrl} />.{' '}
          {PLACE_TEXTS[place]}
        </p>
      </div>
      <Button size="sm" aria-pressed={isChosen} aria-label={`Edit ${name}`} onClick={onChoose}>
        Edit
      </Button>
    </li>
  );
}
