import type { StatementSource } from '@qr-attendance/contracts';
import { currentLanguage, formatDay, institutionWord } from '@qr-attendance/web-kit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const IS_DAY = /^\d{4}-\d{2}-\d{2}/;
/** 4 January 2026 is a Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    SUNDAY + weekday * DAY_MS,
  );

const formatValue = (field: string, stated: string): string => {
  if (field === 'weekday') return weekdayName(Number(stated));
  return IS_DAY.test(stated) ? formatDay(stated) : stated;
};

export const useSourceName = (): ((source: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (source) => (source === 'files' ? (institutionWord('registry') ?? t('common:source.files')) : source),
    [t],
  );
};

interface Props {
  source: StatementSource | undefined;
  roleName?: (role: string) => string;
}

export const SourceNote = ({ source, roleName = (role) => role }: Props) => {
  const { t } = useTranslation();
  const nameOf = useSourceName();
  if (!source) return null;
  const { statedAt, changedHere = [] } = source;
  const name = nameOf(source.source);
  const textOf = (field: string, stated: string) =>
    field === 'role' ? roleName(stated) : formatValue(field, stated);
  return (
    <div className="muted small">
      {statedAt === undefined
        ? t('common:source.stated', { source: name })
        : t('common:source.statedOn', { source: name, day: formatDay(statedAt) })}
      {changedHere.map(({ field, stated }) => {
        const label = t(`common:source.fields.${field}`, { defaultValue: t('common:source.fields.other') });
        return (
          <div key={field}>
            {stated === undefined
              ? t('common:source.changed', { field: label })
              : t('common:source.changedFrom', { source: name, field: label, stated: textOf(field, stated) })}
          </div>
        );
      })}
    </div>
  );
};
