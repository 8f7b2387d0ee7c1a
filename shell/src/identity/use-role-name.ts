import type { UserType } from '@qr-attendance/contracts';
import { institutionWord } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

const words = { STUDENT: 'student', TEACHER: 'teacher', ADMIN: 'administrator' } as const;

export const useRoleName = (): ((userType: UserType | undefined) => string) => {
  const { t } = useTranslation('shell');
  return (userType) =>
    (userType && institutionWord(words[userType])) ?? t(`userTypes.${userType ?? 'other'}`);
};
