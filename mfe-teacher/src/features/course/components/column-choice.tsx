import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { columnRoles, type Columns, type RosterFile } from '../roster-file.ts';

export const ColumnChoice = ({
  file: { header, rows },
  columns,
  onChange,
}: {
  file: RosterFile;
  columns: Columns;
  onChange: (columns: Columns) => void;
}) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const titles = header ?? rows[0] ?? [];
  if (titles.length < 2) return null;
  return (
    <fieldset className="add-students-columns">
      <legend className="muted small">{t('addStudents.columns')}</legend>
      {columnRoles.map((role) => (
        <label key={role} htmlFor={`${id}${role}`}>
          <span className="block small">{t(`addStudents.column.${role}`)}</span>
          {/* A list of antd would open behind the dialog. */}
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
