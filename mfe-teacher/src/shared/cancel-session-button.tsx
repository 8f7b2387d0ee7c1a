import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useCancelSession } from './api/sessions.ts';
import { ConfirmButton } from './confirm-button.tsx';

interface Props {
  session: Session;
  label?: string;
  name?: string;
}

export const CancelSessionButton = ({ session, label, name }: Props) => {
  const { t } = useTranslation('teacher');
  const cancel = useCancelSession(session._id);
  return (
    <ConfirmButton
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
      onGiveUp={cancel.cancel}
      done={t('change.canceled')}
      failure={t('change.cancelFailed')}
    />
  );
};
