import { EmptyState, FilterBar, LoadMore, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useChoices } from '../../../shared/use-choices.ts';
import { useRegistersNotTaken } from '../api.ts';
import { ClassesTable } from '../components/classes-table.tsx';
import { UnitChoice } from '../components/unit-choice.tsx';

/** Past classes of which nobody knows yet whether they took place. */
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
      <QueryView query={sessions} errorMessage={t('classes.notTakenFailed')}>
        {({ pages }) => (
          <div aria-busy={sessions.isPlaceholderData} className="reloading">
            <ClassesTable
              past
              sessions={pages.flatMap(({ items }) => items)}
              empty={<EmptyState message={t('classes.nonePending')} />}
            />
            <LoadMore pages={sessions} />
          </div>
        )}
      </QueryView>
    </>
  );
};
