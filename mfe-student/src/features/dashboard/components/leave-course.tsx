import type { Course } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLeaveCourse } from '../api.ts';

export const LeaveCourse = ({ course: { _id, name } }: { course: Course }) => {
  const { t } = useTranslation('student');
  const leave = useLeaveCourse(_id);
  return (
    <ConfirmButton
      size="small"
      label={t('leave.action')}
      aria-label={t('leave.of', { name })}
      question={{ title: t('leave.title', { name }), text: t('leave.explain'), cancel: t('cancel') }}
      act={() => leave.mutateAsync()}
      onGiveUp={leave.cancel}
      done={t('leave.done', { name })}
      failure={t('leave.failed')}
    />
  );
};
