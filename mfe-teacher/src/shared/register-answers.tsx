import type { Session } from '@qr-attendance/contracts';
import { LinkButton } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { CancelSessionButton } from './cancel-session-button.tsx';
import { useLinks } from './use-links.ts';
import { may } from './may.ts';

export const RegisterAnswers = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const course = session.course.code || t('common:unknownCourse');
  const date = formatDay(session.date);
  return (
    <div className="row">
      <LinkButton
        {...(may(session, 'setStatuses') ? { type: 'primary' as const } : {})}
        to={to.session(session._id)}
        aria-label={t(may(session, 'setStatuses') ? 'unconfirmed.markOf' : 'unconfirmed.openOf', {
          course,
          date,
        })}
      >
        {t(may(session, 'setStatuses') ? 'unconfirmed.mark' : 'unconfirmed.open')}
      </LinkButton>
      {may(session, 'manageSessions') && (
        <CancelSessionButton
          session={session}
          label={t('unconfirmed.no')}
          name={t('unconfirmed.noOf', { course, date })}
        />
      )}
    </div>
  );
};
