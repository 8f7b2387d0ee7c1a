import type { Session } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { formatDay, messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useConfirmSession } from './api/sessions.ts';
import { CancelSessionButton } from './cancel-session-button.tsx';

export const ConfirmSessionButtons = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const confirm = useConfirmSession(session._id);
  const course = session.course.code || t('common:unknownCourse');
  const date = formatDay(session.date);
  return (
    <div className="row">
      <Button
        type="primary"
        loading={confirm.isPending}
        aria-label={t('unconfirmed.yesOf', { course, date })}
        onClick={() =>
          confirm.mutate(undefined, {
            onSuccess: () => notify.success(t('unconfirmed.confirmed')),
            onError: (error) => notify.error(messageOf(error, t('unconfirmed.failed'))),
          })
        }
      >
        {t('unconfirmed.yes')}
      </Button>
      <CancelSessionButton
        session={session}
        label={t('unconfirmed.no')}
        name={t('unconfirmed.noOf', { course, date })}
      />
    </div>
  );
};
