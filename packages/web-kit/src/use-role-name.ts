import type { UserType } from '@qr-attendance/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { institutionWord } from './institution.ts';

const words = { STUDENT: 'student', TEACHER: 'teacher', ADMIN: 'administrator' } as const;

const isKnown = (userType: string): userType is UserType => Object.hasOwn(words, userType);

export const useRoleName = (): ((userType: string) => string) => {
  const { t } = useTranslation();
  return useCallback(
    (userType) =>
      isKnown(userType)
        ? (institutionWord(words[userType]) ?? t(`common:userTypes.${userType}`))
        : t('common:userTypes.other'),
    [t],
  );
};
