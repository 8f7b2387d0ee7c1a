import { hasMixedScripts } from '@qr-attendance/contracts';
import { Badge } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const MixedScriptsBadge = ({ name }: { name: string }) => {
  const { t } = useTranslation('teacher');
  return hasMixedScripts(name) ? (
    <Badge tone="warning" title={t('mixedAlphabetsWhy')}>
      {t('mixedAlphabets')}
    </Badge>
  ) : null;
};

export const NoAccountBadge = ({ student }: { student: { registered?: boolean | undefined } }) => {
  const { t } = useTranslation('teacher');
  return student.registered === false ? (
    <Badge tone="info" title={t('addStudents.noAccountWhy')}>
      {t('addStudents.noAccount')}
    </Badge>
  ) : null;
};
