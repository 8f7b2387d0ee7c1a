import type { Course } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLinks } from '../../../shared/use-links.ts';
import { useDeleteCourse } from '../api.ts';

/** Cannot be undone, so it asks for confirmation. The server refuses to delete a course that is not empty. */
export const DeleteCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const remove = useDeleteCourse(course._id);
  return (
    <ConfirmButton
      danger
      label={t('courseDetails.delete')}
      question={{
        title: t('courseDetails.deleteTitle', { code: course.code }),
        text: t('courseDetails.deleteExplain'),
      }}
      act={async () => {
        await remove.mutateAsync();
        await navigate(to.courses);
      }}
      onGiveUp={remove.cancel}
      done={t('courseDetails.deleted')}
      failure={t('courseDetails.deleteFailed')}
    />
  );
};
