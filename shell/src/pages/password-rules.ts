import { PASSWORD_LENGTH } from '@qr-attendance/contracts';
import type { FormRule } from 'antd';
import { useTranslation } from 'react-i18next';

/** Checks only the length, like the server (NIST SP 800-63B); the server also rejects common passwords. */
export const usePasswordRules = (): FormRule[] => {
  const { t } = useTranslation('shell');
  const { min, max } = PASSWORD_LENGTH;
  return [
    { min, message: t('register.passwordShort', { min }) },
    { max, message: t('register.tooLong', { field: t('register.password'), max }) },
  ];
};

export const weakPasswordAt = (field: string): Record<string, string> => ({
  password_too_common: field,
  password_too_personal: field,
});
