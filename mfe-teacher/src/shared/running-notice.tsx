import type { Session } from '@qr-attendance/contracts';
import { LinkButton } from '@qr-attendance/ui-kit';
import { formatTime, useBasePath } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { links } from './links.ts';

export const RunningNotice = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginBlockEnd: 16 }}
      title={t('generate.runningAlready', {
        code: session.course.code || t('common:unknownCourse'),
        time: formatTime(session.startTime),
      })}
      action={<LinkButton to={to.session(session._id)}>{t('generate.openRunning')}</LinkButton>}
    />
  );
};
