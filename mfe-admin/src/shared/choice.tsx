import Select from 'antd/es/select';
import { useId } from 'react';

interface Props {
  label: string;
  value: string | undefined;
  every: string;
  options: { value: string; label: string }[];
  searchable?: boolean;
  onChange: (value: string) => void;
}

/** A filter with an option for everything. */
export const Choice = ({ label, value = '', every, options, searchable = false, onChange }: Props) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Select<string>
        id={id}
        className="full"
        value={value}
        onChange={onChange}
        {...(searchable && { showSearch: { optionFilterProp: 'label' } })}
        options={[{ value: '', label: every }, ...options]}
      />
    </div>
  );
};
