import type { Course } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf, useBasePath } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { useDeleteCourse } from '../api.ts';

/** Cannot be undone, so it asks first; a course that is not empty is refused by the server, which says why. */
export const DeleteCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const navigate = useNavigate();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const remove = useDeleteCourse(course._id);
  const confirm = async () => {
    try {
      await remove.mutateAsync();
      notify.success(t('courseDetails.deleted'));
      void navigate(to.courses);
    } catch (error) {
      notify.error(messageOf(error, t('courseDetails.deleteFailed')));
      setAsking(false);
    }
  };
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {t('courseDetails.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('courseDetails.deleteTitle', { code: course.code })}
          confirmText={t('courseDetails.delete')}
          cancelText={t('cancel')}
          busy={remove.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            remove.cancel();
            setAsking(false);
          }}
        >
          {t('courseDetails.deleteExplain')}
        </ConfirmDialog>
      )}
    </>
  );
};
