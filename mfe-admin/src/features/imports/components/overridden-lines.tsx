import { IMPORT_FIELDS, type ImportFieldName, type ImportRun } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  overrides: NonNullable<ImportRun['overrides']>;
  keeps: boolean;
  onChange: (keeps: boolean) => void;
}

const FIELDS: readonly { name: ImportFieldName }[] = Object.values(IMPORT_FIELDS).flat();
const isField = (name: string): name is ImportFieldName => FIELDS.some((field) => field.name === name);

export const OverriddenLines = ({ overrides: { count, examples }, keeps, onChange }: Props) => {
  const { t } = useTranslation('admin');
  const nameOf = (field: string): string => (isField(field) ? t(`imports.fields.${field}`) : field);
  return (
    <Notice
      type="warning"
      role="status"
      title={t('imports.overrides', { count, found: formatNumber(count) })}
      description={
        <>
          <ul className="list stack gap-xs">
            {examples.map(({ line, fields }) => (
              <li key={line}>
                {t('imports.lineNumber', { line: formatNumber(line) })}: {fields.map(nameOf).join(', ')}
              </li>
            ))}
          </ul>
          <label className="import-sure">
            <input type="checkbox" checked={keeps} onChange={(event) => onChange(event.target.checked)} />
            {t('imports.keepLocalChanges')}
          </label>
        </>
      }
    />
  );
};
