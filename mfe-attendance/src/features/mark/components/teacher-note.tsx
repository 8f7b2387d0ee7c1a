import { LinkButton, Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';

/** A teacher may look at what a code leads to, and no more. */
export const TeacherNote = () => {
  const { t } = useTranslation('attendance');
  return (
    <>
      <Notice type="info" title={t('teacher.title')} description={t('teacher.explain')} />
      <LinkButton size="large" block to={links.dashboardOf('TEACHER')}>
        {t('toDashboard')}
      </LinkButton>
    </>
  );
};
