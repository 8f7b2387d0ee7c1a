import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useCancelSession } from './api/change-session.ts';
import { AskFirstButton } from './ask-first-button.tsx';

export const CancelSessionButton = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const cancel = useCancelSession(session._id);
  return (
    <AskFirstButton
      label={t('change.cancel')}
      question={{
        title: t('change.cancelTitle', { course: session.course.code || t('common:unknownCourse') }),
        text: t('change.cancelExplain'),
        confirm: t('change.cancel'),
        cancel: t('change.keep'),
      }}
      act={() => cancel.mutateAsync()}
      done={t('change.canceled')}
      failure={t('change.cancelFailed')}
    />
  );
};
