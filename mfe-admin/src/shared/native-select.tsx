import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  options: { value: string; text: string }[];
  onChange: (value: string) => void;
  invalid?: boolean;
}

/** A native select, because antd's list would open behind a dialog. */
export const NativeSelect = ({ label, value, options, onChange, invalid = false }: Props) => {
  const id = useId();
  return (
    <div className="admin-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="native-select"
        value={value}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ value: one, text }) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};
