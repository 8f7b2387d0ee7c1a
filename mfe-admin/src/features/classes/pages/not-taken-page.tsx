import { EmptyState, FilterBar, PageHeader, PagesView, useChoices } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useRegistersNotTaken } from '../api.ts';
import { ClassesTable } from '../components/classes-table.tsx';
import { UnitChoice } from '../components/unit-choice.tsx';

export const NotTakenPage = () => {
  const { t } = useTranslation('admin');
  const { read, choose } = useChoices();
  const sessions = useRegistersNotTaken({ unitId: read('unit') });
  return (
    <>
      <PageHeader title={t('classes.notTaken')} help={t('classes.notTakenHelp')} />
      <FilterBar>
        <UnitChoice value={read('unit')} onChange={(value) => choose('unit', value)} />
      </FilterBar>
      <PagesView pages={sessions} errorMessage={t('classes.notTakenFailed')}>
        {(found) => (
          <ClassesTable past sessions={found} empty={<EmptyState message={t('classes.nonePending')} />} />
        )}
      </PagesView>
    </>
  );
};
