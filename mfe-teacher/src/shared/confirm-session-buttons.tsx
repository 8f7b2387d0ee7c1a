import type { Session } from '@qr-attendance/contracts';
import { ActionButton } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useConfirmSession } from './api/sessions.ts';
import { CancelSessionButton } from './cancel-session-button.tsx';

export const ConfirmSessionButtons = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const confirm = useConfirmSession(session._id);
  const course = session.course.code || t('common:unknownCourse');
  const date = formatDay(session.date);
  return (
    <div className="row">
      <ActionButton
        type="primary"
        aria-label={t('unconfirmed.yesOf', { course, date })}
        act={() => confirm.mutateAsync()}
        done={t('unconfirmed.confirmed')}
        failure={t('unconfirmed.failed')}
      >
        {t('unconfirmed.yes')}
      </ActionButton>
      <CancelSessionButton
        session={session}
        label={t('unconfirmed.no')}
        name={t('unconfirmed.noOf', { course, date })}
      />
    </div>
  );
};
