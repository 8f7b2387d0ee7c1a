import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rosterColumns, type RosterColumns } from '@qr-attendance/tables';
import { canChooseColumns, type RosterFile } from '../roster-file.ts';

export const ColumnChoice = ({
  file,
  columns,
  onChange,
}: {
  file: RosterFile;
  columns: RosterColumns;
  onChange: (columns: RosterColumns) => void;
}) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const titles = file.header ?? file.lines[0]?.cells ?? [];
  if (!canChooseColumns(file)) return null;
  return (
    <fieldset className="add-students-columns">
      <legend className="muted small">{t('addStudents.columns')}</legend>
      {rosterColumns.map((role) => (
        <label key={role} htmlFor={`${id}${role}`}>
          <span className="block small">{t(`addStudents.column.${role}`)}</span>
          {/* A native select, because antd's list would open behind the dialog. */}
          <select
            id={`${id}${role}`}
            className="native-select"
            value={columns[role] ?? ''}
            onChange={({ target }) => {
              const { [role]: _before, ...others } = columns;
              onChange(target.value === '' ? others : { ...others, [role]: Number(target.value) });
            }}
          >
            <option value="">{t('addStudents.noColumn')}</option>
            {titles.map((title, index) => (
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
};
