import type { Course } from '@qr-attendance/contracts';
import { Button, ConfirmButton, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useArchiveCourse } from '../api.ts';

/** Archiving asks for confirmation; restoring loses nothing and does not. */
export const ArchiveCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const archive = useArchiveCourse(course._id);
  const restore = () =>
    archive.mutate(false, {
      onSuccess: () => notify.success(t('courseDetails.restored')),
      onError: (error) => notify.error(messageOf(error, t('courseDetails.restoreFailed'))),
    });
  if (course.archived)
    return (
      <Button loading={archive.isPending} onClick={restore}>
        {t('courseDetails.restore')}
      </Button>
    );
  return (
    <ConfirmButton
      label={t('courseDetails.archive')}
      question={{
        title: t('courseDetails.archiveTitle', { code: course.code }),
        text: t('courseDetails.archiveExplain'),
        cancel: t('cancel'),
      }}
      act={() => archive.mutateAsync(true)}
      onGiveUp={archive.cancel}
      done={t('courseDetails.archived')}
      failure={t('courseDetails.archiveFailed')}
    />
  );
};
