import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../../shared/native-select.tsx';
import type { Choices } from '../choices.ts';

const NONE = '';
const FIXED = 'fixed';
const MAX_VALUE = 200;

interface Props {
  name: string;
  label: string;
  required: boolean;
  /**
   * Whether the field can combine two columns, because many files have separate columns for given and family
   * names.
   */
  isJoinable: boolean;
  columns: { value: string; text: string }[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

const without = <Value,>(record: Record<string, Value>, name: string): Record<string, Value> => {
  const { [name]: _removed, ...others } = record;
  return others;
};

export const FieldChoice = ({ name, label, required, isJoinable, columns, choices, onChange }: Props) => {
  const { t } = useTranslation('admin');
  const { mapping, joined, fixed } = choices;
  const column = mapping[name];
  const value = fixed[name];
  const choose = (chosen: string) =>
    onChange({
      ...choices,
      mapping:
        chosen === NONE || chosen === FIXED ? without(mapping, name) : { ...mapping, [name]: Number(chosen) },
      joined: without(joined, name),
      fixed: chosen === FIXED ? { ...fixed, [name]: '' } : without(fixed, name),
    });
  const isMissing = required && column === undefined && !value?.trim();
  return (
    <div>
      <NativeSelect
        label={label}
        value={value === undefined ? String(column ?? NONE) : FIXED}
        invalid={isMissing}
        options={[
          { value: NONE, text: t('imports.noColumn') },
          { value: FIXED, text: t('imports.fixed') },
          ...columns,
        ]}
        onChange={choose}
      />
      {value !== undefined && (
        <input
          aria-label={t('imports.fixedValue', { field: label })}
          className="import-fixed"
          dir="auto"
          maxLength={MAX_VALUE}
          value={value}
          placeholder={t('imports.fixedPlaceholder')}
          onChange={({ target }) => onChange({ ...choices, fixed: { ...fixed, [name]: target.value } })}
        />
      )}
      {isJoinable && column !== undefined && (
        <NativeSelect
          label={t('imports.joined', { field: label })}
          value={String(joined[name]?.[0] ?? NONE)}
          options={[{ value: NONE, text: t('imports.noColumn') }, ...columns]}
          onChange={(chosen) =>
            onChange({
              ...choices,
              joined: chosen === NONE ? without(joined, name) : { ...joined, [name]: [Number(chosen)] },
            })
          }
        />
      )}
    </div>
  );
};
