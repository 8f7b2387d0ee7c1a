import {
  EmptyState,
  FilterBar,
  FilterChoice,
  LinkButton,
  PageHeader,
  PagesView,
  useChoices,
} from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { useUnitSessions, type ClassFilters } from '../api.ts';
import { ClassesTable } from '../components/classes-table.tsx';
import { UnitChoice } from '../components/unit-choice.tsx';

const STATES = ['running', 'scheduled', 'moved', 'canceled', 'unconfirmed', 'held'] as const;

export const ClassesPage = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const { read, choose } = useChoices();
  const state = STATES.find((one) => one === read('state'));
  const filters: ClassFilters = { unitId: read('unit'), state };
  const sessions = useUnitSessions(filters);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHeader
        title={t('classes.title')}
        help={t(isAdmin ? 'overview.helpAll' : 'overview.help')}
        action={<LinkButton to="/admin/not-taken">{t('classes.notTaken')}</LinkButton>}
      />
      <FilterBar>
        <UnitChoice value={filters.unitId} onChange={(value) => choose('unit', value)} />
        <FilterChoice
          label={t('classes.state')}
          value={state}
          every={t('classes.everyState')}
          options={STATES.map((value) => ({
            value,
            label: value === 'moved' ? t('classes.moved') : t(`overview.${value}`),
          }))}
          onChange={(value) => choose('state', value)}
        />
      </FilterBar>
      <PagesView pages={sessions} errorMessage={t('overview.failed')}>
        {(found) => (
          <ClassesTable
            sessions={found}
            empty={<EmptyState message={t(isFiltered ? 'classes.noMatch' : 'overview.noClasses')} />}
          />
        )}
      </PagesView>
    </>
  );
};
