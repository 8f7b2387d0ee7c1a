import type { Course } from '@qr-attendance/contracts';
import { ActionButton, ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useArchiveCourse } from '../api.ts';

/** Archiving asks for confirmation; restoring loses nothing and does not. */
export const ArchiveCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const archive = useArchiveCourse(course._id);
  if (course.archived)
    return (
      <ActionButton
        act={() => archive.mutateAsync(false)}
        done={t('courseDetails.restored')}
        failure={t('courseDetails.restoreFailed')}
      >
        {t('courseDetails.restore')}
      </ActionButton>
    );
  return (
    <ConfirmButton
      label={t('courseDetails.archive')}
      question={{
        title: t('courseDetails.archiveTitle', { code: course.code }),
        text: t('courseDetails.archiveExplain'),
      }}
      act={() => archive.mutateAsync(true)}
      onGiveUp={archive.cancel}
      done={t('courseDetails.archived')}
      failure={t('courseDetails.archiveFailed')}
    />
  );
};
