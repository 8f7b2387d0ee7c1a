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
