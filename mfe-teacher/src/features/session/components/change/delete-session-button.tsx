import type { Session } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeleteSession } from '../../../../shared/api/sessions.ts';
import { useLinks } from '../../../../shared/use-links.ts';

export const DeleteSessionButton = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const remove = useDeleteSession(session._id);
  return (
    <ConfirmButton
      danger
      label={t('change.delete')}
      question={{
        title: t('change.deleteTitle', { course: session.course.code || t('common:unknownCourse') }),
        text: t('change.deleteExplain'),
        cancel: t('change.keep'),
      }}
      act={async () => {
        await remove.mutateAsync();
        await navigate(to.sessions, { replace: true });
      }}
      onGiveUp={remove.cancel}
      done={t('change.deleted')}
      failure={t('change.deleteFailed')}
    />
  );
};
