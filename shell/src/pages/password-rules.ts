import { PASSWORD_LENGTH } from '@qr-attendance/contracts';
import type { FormRule } from 'antd';
import { useTranslation } from 'react-i18next';

/** Length alone, as the server asks; which passwords are too common it knows better. Source: NIST 800-63B. */
export const usePasswordRules = (): FormRule[] => {
  const { t } = useTranslation('shell');
  const { min, max } = PASSWORD_LENGTH;
  return [
    { min, message: t('register.passwordShort', { min }) },
    { max, message: t('register.tooLong', { field: t('register.password'), max }) },
  ];
};

/** For passwords that are refused as such: codes of the server's refusals, and the field they are about. */
export const weakPasswordAt = (field: string): Record<string, string> => ({
  password_too_common: field,
  password_too_personal: field,
});
