import type { Term } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

export const useTermLabel = () => {
  const { t } = useTranslation('teacher');
  return ({ name, phase, archived }: Term): string => {
    if (archived) return t('terms.archivedTerm', { name });
    if (phase === 'CURRENT') return t('terms.currentTerm', { name });
    return name;
  };
};
