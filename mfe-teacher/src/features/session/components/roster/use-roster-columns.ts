import { hasStudentNumber, institutionWord } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { sortKeys, type SortKey } from '../../roster-rows.ts';

export const useRosterColumns = () => {
  const { t } = useTranslation('teacher');
  return {
    columns: sortKeys.filter((by) => (by !== 'regNo' && by !== 'usn') || hasStudentNumber(by)),
    titleOf: (by: SortKey): string =>
      ((by === 'regNo' || by === 'usn') && institutionWord(by)) || t(`roster.${by}`),
  };
};
