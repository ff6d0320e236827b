import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PeopleHistory } from './people-history.tsx';
import { PeopleList } from './people-list.tsx';
import { PeopleRoles } from './people-roles.tsx';

export function PeoplePage() {
  const mayManage = useMay('accounts.manage');
  const accounts = useQuery(accountsQuery(useClient()));
  // All at once: a list whose length is not known yet would push the rest down when it comes.
  if (accounts.isPending) return <PageSkeleton />;
  return (
    <>
      <PeopleList />
      <PeopleRoles />
      {mayManage && <PeopleHistory />}
    </>
  );
}
