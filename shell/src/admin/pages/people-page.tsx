import type { ManagedPerson } from '@qr-attendance/contracts';
import { EmptyState, LoadMore, PageHeader, QueryView, useSearchText } from '@qr-attendance/ui-kit';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../../identity/identity-context.ts';
import { usePeople } from '../api/list-people.ts';
import { PeopleTable } from '../components/people-table.tsx';
import { PersonDialog, type AskedAction } from '../components/person-dialog.tsx';

export const PeoplePage = () => {
  const { t } = useTranslation('admin');
  const { state } = useIdentityState();
  const { typed, setTyped, search } = useSearchText();
  const people = usePeople(search);
  const [asked, setAsked] = useState<{ action: AskedAction; person: ManagedPerson }>();
  return (
    <>
      <PageHeader title={t('people.title')} help={t('people.help')} />
      <Input
        type="search"
        allowClear
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t('people.search')}
        aria-label={t('people.search')}
        style={{ maxWidth: 400, marginBlockEnd: 16 }}
      />
      <QueryView query={people} errorMessage={t('people.failed')}>
        {({ pages }) => (
          <div aria-busy={people.isPlaceholderData} style={{ opacity: people.isPlaceholderData ? 0.6 : 1 }}>
            <PeopleTable
              people={pages.flatMap(({ items }) => items)}
              ownId={state.status === 'signed-in' ? state.user._id : ''}
              onAsk={(action, person) => setAsked({ action, person })}
              empty={<EmptyState message={t(search ? 'people.noMatch' : 'people.nobody')} />}
            />
            <LoadMore pages={people} />
          </div>
        )}
      </QueryView>
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};
