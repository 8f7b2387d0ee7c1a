import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useCancelSession } from './api/sessions.ts';
import { AskFirstButton } from './ask-first-button.tsx';

interface Props {
  session: Session;
  label?: string;
  /** Names the session, where several are listed. */
  name?: string;
}

export const CancelSessionButton = ({ session, label, name }: Props) => {
  const { t } = useTranslation('teacher');
  const cancel = useCancelSession(session._id);
  return (
    <AskFirstButton
      quiet={label === undefined}
      label={label ?? t('change.cancel')}
      {...(name === undefined ? {} : { name })}
      question={{
        title: t('change.cancelTitle', { course: session.course.code || t('common:unknownCourse') }),
        text: t('change.cancelExplain'),
        confirm: t('change.cancel'),
        cancel: t('change.keep'),
      }}
      act={() => cancel.mutateAsync()}
      giveUp={cancel.cancel}
      done={t('change.canceled')}
      failure={t('change.cancelFailed')}
    />
  );
};
