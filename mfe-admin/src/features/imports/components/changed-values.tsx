import {
  IMPORT_FIELDS,
  type ImportFieldName,
  type ImportKind,
  type OpenLine,
} from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

interface Props {
  kind: ImportKind;
  changes: NonNullable<OpenLine['leftOut']>;
}

const isFieldOf = (kind: ImportKind, name: string): name is ImportFieldName =>
  IMPORT_FIELDS[kind].some((field) => field.name === name);

export const ChangedValues = ({ kind, changes }: Props) => {
  const { t } = useTranslation('admin');
  const nameOf = (field: string): string =>
    isFieldOf(kind, field) ? t(`imports.fields.${field}`) : t(`imports.history.values.${field}`, field);
  const valueOf = (value: string) => (value === '' ? t('imports.history.nothing') : value);
  return (
    <ul className="list stack gap-xs">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <bdi>{nameOf(field)}</bdi>: <bdi>{valueOf(from)}</bdi>
          {' → '}
          <bdi>{valueOf(to)}</bdi>
        </li>
      ))}
    </ul>
  );
};
