import type { Session } from '@qr-attendance/contracts';
import { LinkButton, Notice } from '@qr-attendance/ui-kit';
import { formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from './use-links.ts';

export const RunningNotice = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <Notice
      type="warning"
      role="status"
      className="below"
      title={t('generate.runningAlready', {
        code: session.course.code || t('common:unknownCourse'),
        time: formatTime(session.startTime),
      })}
      action={<LinkButton to={to.session(session._id)}>{t('generate.openRunning')}</LinkButton>}
    />
  );
};
