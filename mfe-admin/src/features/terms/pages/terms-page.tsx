import type { Term } from '@qr-attendance/contracts';
import {
  Button,
  EmptyState,
  FilterBar,
  LinkButton,
  PageHeader,
  PagesView,
  useSearchText,
} from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTerms } from '../api.ts';
import { SearchInput } from '../../../shared/search-input.tsx';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { ArchiveDialog, CopyDialog, DeleteDialog } from '../components/term-dialogs.tsx';
import { TermDrawer } from '../components/term-drawer.tsx';
import { TermsTable, type TermAction } from '../components/terms-table.tsx';
import '../../../shared/campus.css';

type TermDialogState = { action: 'add'; term?: undefined } | { action: TermAction; term: Term };

const TermDialog = ({ asked, onClose }: { asked: TermDialogState; onClose: () => void }) => {
  const { action, term } = asked;
  if (!term) return <TermDrawer key="new" term={undefined} onClose={onClose} />;
  switch (action) {
    case 'edit':
      return <TermDrawer key={term._id} term={term} onClose={onClose} />;
    case 'copy':
      return <CopyDialog term={term} onClose={onClose} />;
    case 'archive':
      return <ArchiveDialog term={term} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog term={term} onClose={onClose} />;
  }
};

export const TermsPage = () => {
  const { t } = useTranslation('admin');
  const { search, ...text } = useSearchText();
  const query = useTerms(search);
  const [asked, setAsked] = useState<TermDialogState>();
  const isAdmin = useIsAdmin();
  return (
    <>
      <PageHeader
        title={t('terms.title')}
        help={t('terms.help')}
        action={
          <div className="row">
            <LinkButton to="/admin/units">{t('terms.units')}</LinkButton>
            {isAdmin && (
              <Button type="primary" onClick={() => setAsked({ action: 'add' })}>
                {t('terms.add')}
              </Button>
            )}
          </div>
        }
      />
      <FilterBar>
        <SearchInput label={t('terms.search')} {...text} />
      </FilterBar>
      <PagesView pages={query} errorMessage={t('terms.failed')}>
        {(terms) => (
          <>
            <TermsTable
              terms={terms}
              onSelect={isAdmin ? (action, term) => setAsked({ action, term }) : undefined}
              empty={<EmptyState message={t(search ? 'terms.noMatch' : 'terms.none')} />}
            />
            {asked && <TermDialog asked={asked} onClose={() => setAsked(undefined)} />}
          </>
        )}
      </PagesView>
    </>
  );
};
