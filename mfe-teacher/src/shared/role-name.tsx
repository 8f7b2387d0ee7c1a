import { courseRoleSchema, knownOrOther } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

export const CallerRole = ({ role }: { role?: string | undefined }) => {
  const { t } = useTranslation('teacher');
  if (role === undefined || role === 'owner') return null;
  return <>{t('staff.youAre', { role: t(`staff.role.${knownOrOther(courseRoleSchema, role)}`) })}</>;
};
