import type { ManagedPerson } from '@qr-attendance/contracts';
import { EmptyState, PageHeader, PagesView } from '@qr-attendance/ui-kit';
import { useIdentity } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '../api.ts';
import { MergeDialog } from '../components/merge-dialog.tsx';
import { PeopleFilterBar } from '../components/people-filter-bar.tsx';
import { PeopleTable } from '../components/people-table.tsx';
import type { PersonAction } from '../components/person-actions.tsx';
import { PersonDialog } from '../components/person-dialog.tsx';
import { usePeopleFilters } from '../use-people-filters.ts';

interface DialogProps {
  action: PersonAction;
  person: ManagedPerson;
  onClose: () => void;
}

const ActionDialog = ({ action, ...props }: DialogProps) => {
  if (action === 'merge') return <MergeDialog {...props} />;
  return <PersonDialog {...props} action={action} />;
};

export const PeoplePage = () => {
  const { t } = useTranslation('admin');
  const { user } = useIdentity();
  const { filters, ...bar } = usePeopleFilters();
  const people = usePeople(filters);
  const [asked, setAsked] = useState<Omit<DialogProps, 'onClose'>>();
  return (
    <>
      <PageHeader title={t('people.title')} help={t('people.help')} />
      <PeopleFilterBar {...bar} />
      <PagesView pages={people} errorMessage={t('people.failed')}>
        {(found) => (
          <PeopleTable
            people={found}
            ownId={user._id}
            onSelect={(action, person) => setAsked({ action, person })}
            empty={
              <EmptyState message={t(Object.keys(filters).length > 0 ? 'people.noMatch' : 'people.nobody')} />
            }
          />
        )}
      </PagesView>
      {asked && <ActionDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};
