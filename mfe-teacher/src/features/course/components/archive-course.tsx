import type { Course } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArchiveCourse } from '../api.ts';

/** Archiving asks for confirmation; restoring loses nothing and does not. */
export const ArchiveCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const archive = useArchiveCourse(course._id);
  const set = async (archived: boolean) => {
    try {
      await archive.mutateAsync(archived);
      notify.success(t(archived ? 'courseDetails.archived' : 'courseDetails.restored'));
    } catch (error) {
      notify.error(
        messageOf(error, t(archived ? 'courseDetails.archiveFailed' : 'courseDetails.restoreFailed')),
      );
    }
    setIsOpen(false);
  };
  if (course.archived)
    return (
      <Button loading={archive.isPending} onClick={() => void set(false)}>
        {t('courseDetails.restore')}
      </Button>
    );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('courseDetails.archive')}</Button>
      {isOpen && (
        <ConfirmDialog
          title={t('courseDetails.archiveTitle', { code: course.code })}
          confirmText={t('courseDetails.archive')}
          cancelText={t('cancel')}
          busy={archive.isPending}
          onConfirm={() => void set(true)}
          onCancel={() => {
            archive.cancel();
            setIsOpen(false);
          }}
        >
          {t('courseDetails.archiveExplain')}
        </ConfirmDialog>
      )}
    </>
  );
};
