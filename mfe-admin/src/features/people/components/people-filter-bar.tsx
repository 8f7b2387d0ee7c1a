import { accountStateSchema, userTypeSchema } from '@qr-attendance/contracts';
import { FilterBar } from '@qr-attendance/ui-kit';
import { departmentOptions, institutionWord, useRoleName } from '@qr-attendance/web-kit';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { usePeopleFilters } from '../use-people-filters.ts';

type Props = Pick<ReturnType<typeof usePeopleFilters>, 'typed' | 'setTyped' | 'choices' | 'choose'>;

interface ChoiceProps {
  label: string;
  value: string | undefined;
  every: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

const Choice = ({ label, value = '', every, options, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Select<string>
        id={id}
        className="full"
        value={value}
        onChange={onChange}
        options={[{ value: '', label: every }, ...options]}
      />
    </div>
  );
};

export const PeopleFilterBar = ({ typed, setTyped, choices, choose }: Props) => {
  const { t } = useTranslation('admin');
  const roleName = useRoleName();
  const search = useId();
  return (
    <FilterBar>
      <div>
        <label htmlFor={search}>{t('people.search')}</label>
        <Input
          id={search}
          type="search"
          allowClear
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Choice
        label={t('people.userType')}
        value={choices.role}
        every={t('people.everyRole')}
        options={userTypeSchema.options.map((value) => ({ value, label: roleName(value) }))}
        onChange={(value) => choose('role', value)}
      />
      <Choice
        label={institutionWord('department') ?? t('people.department')}
        value={choices.department}
        every={t('people.everyDepartment')}
        options={departmentOptions()}
        onChange={(value) => choose('department', value)}
      />
      <Choice
        label={t('people.state')}
        value={choices.state}
        every={t('people.everyState')}
        options={accountStateSchema.options.map((value) => ({ value, label: t(`people.${value}`) }))}
        onChange={(value) => choose('state', value)}
      />
    </FilterBar>
  );
};
