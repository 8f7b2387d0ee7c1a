import type { Session } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCancelSession } from './api/sessions.ts';

interface Props {
  session: Session;
  label?: string;
  name?: string;
}

/** Without a label, renders a text button, which differs from the main action beside it. */
export const CancelSessionButton = ({ session, label, name }: Props) => {
  const { t } = useTranslation('teacher');
  const cancel = useCancelSession(session._id);
  return (
    <ConfirmButton
      {...(label === undefined ? { type: 'text' } : { danger: true })}
      label={label ?? t('change.cancel')}
      aria-label={name}
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
