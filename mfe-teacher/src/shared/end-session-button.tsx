import type { Session } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useEndSession } from './api/sessions.ts';

interface Props {
  session: Session;
  failure: string;
  missing?: number | undefined;
  isMain?: boolean;
}

/** Asks for confirmation, because ending makes students absent and cannot be undone. */
export const EndSessionButton = ({ session, failure, missing, isMain = false }: Props) => {
  const { t } = useTranslation('teacher');
  const end = useEndSession();
  return (
    <ConfirmButton
      type={isMain ? 'primary' : 'default'}
      label={t('endSession.button')}
      question={{
        title: t('endSession.title', { course: session.course.code || t('common:unknownCourse') }),
        text:
          missing === undefined ? t('endSession.explain') : t('endSession.becomeAbsent', { count: missing }),
        cancel: t('endSession.cancel'),
      }}
      act={() => end.mutateAsync(session)}
      onGiveUp={end.cancel}
      done={t('endSession.done')}
      failure={failure}
    />
  );
};
