import { accountStateSchema, userTypeSchema } from '@qr-attendance/contracts';
import { FilterBar, FilterChoice } from '@qr-attendance/ui-kit';
import { departmentOptions, institutionWord, useRoleName } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../shared/search-input.tsx';
import type { usePeopleFilters } from '../use-people-filters.ts';

type Props = Pick<ReturnType<typeof usePeopleFilters>, 'typed' | 'setTyped' | 'choices' | 'choose'>;

export const PeopleFilterBar = ({ typed, setTyped, choices, choose }: Props) => {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  return (
    <FilterBar>
      <SearchInput label={t('people.search')} typed={typed} setTyped={setTyped} />
      <FilterChoice
        label={t('people.userType')}
        value={choices.role}
        every={t('people.everyRole')}
        options={userTypeSchema.options.map((value) => ({ value, label: roleName(value) }))}
        onChange={(value) => choose('role', value)}
      />
      <FilterChoice
        label={institutionWord('department') ?? t('people.department')}
        value={choices.department}
        every={t('people.everyDepartment')}
        options={departmentOptions()}
        onChange={(value) => choose('department', value)}
      />
      <FilterChoice
        label={t('people.state')}
        value={choices.state}
        every={t('people.everyState')}
        options={accountStateSchema.options.map((value) => ({ value, label: t(`people.${value}`) }))}
        onChange={(value) => choose('state', value)}
      />
    </FilterBar>
  );
};
