import type { Course } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf, useBasePath } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { useDeleteCourse } from '../api.ts';

/** Cannot be undone, so it asks for confirmation. The server refuses to delete a course that is not empty. */
export const DeleteCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const navigate = useNavigate();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteCourse(course._id);
  const confirm = async () => {
    try {
      await remove.mutateAsync();
      notify.success(t('courseDetails.deleted'));
      void navigate(to.courses);
    } catch (error) {
      notify.error(messageOf(error, t('courseDetails.deleteFailed')));
      setIsOpen(false);
    }
  };
  return (
    <>
      <Button danger onClick={() => setIsOpen(true)}>
        {t('courseDetails.delete')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('courseDetails.deleteTitle', { code: course.code })}
          confirmText={t('courseDetails.delete')}
          cancelText={t('cancel')}
          busy={remove.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            remove.cancel();
            setIsOpen(false);
          }}
        >
          {t('courseDetails.deleteExplain')}
        </ConfirmDialog>
      )}
    </>
  );
};
