import { Badge } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const NoAccount = ({ student }: { student: { registered?: boolean | undefined } }) => {
  const { t } = useTranslation('teacher');
  return student.registered === false ? (
    <Badge tone="info" title={t('addStudents.noAccountWhy')}>
      {t('addStudents.noAccount')}
    </Badge>
  ) : null;
};
