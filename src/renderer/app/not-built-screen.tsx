import { Link } from 'react-router-dom';
import { buttonStyles } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SCREENS, type Screen } from './screens.ts';

/** Says of an area that this version does not have it, and which it has. */
export function NotBuiltScreen({ screen }: { screen: Omit<Screen, 'goKey'> }) {
  const built = SCREENS.filter((other) => other.isBuilt);
  const names = built.map((other) => other.label).join(' and ');
  const Icon = screen.icon;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={screen.title} purpose={screen.purpose} />
      <Card>
        <EmptyState
          icon={<Icon />}
          title="Not in this version"
          text={`${screen.title} is not part of this version of Watchfloor; ${names} are.`}
          action={built.map((other) => (
            <Link key={other.path} to={other.path} className={buttonStyles({})}>
              {other.label}
            </Link>
          ))}
        />
      </Card>
    </div>
  );
}
