import Select from 'antd/es/select';
import { FilterField } from './filter-field.tsx';

interface Props {
  label: string;
  value: string | undefined;
  every: string;
  options: { value: string; label: string }[];
  searchable?: boolean;
  loading?: boolean;
  onChange: (value: string) => void;
}

export const FilterChoice = ({ label, value = '', every, options, searchable, ...select }: Props) => (
  <FilterField label={label}>
    {(id) => (
      <Select<string>
        id={id}
        value={value}
        {...(searchable && { showSearch: { optionFilterProp: 'label' } })}
        options={[{ value: '', label: every }, ...options]}
        {...select}
      />
    )}
  </FilterField>
);
