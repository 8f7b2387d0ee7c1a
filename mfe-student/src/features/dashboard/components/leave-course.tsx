import type { Course } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveCourse } from '../api.ts';

export const LeaveCourse = ({ course }: { course: Course }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const leave = useLeaveCourse(course._id);
  const { name } = course;
  const confirm = async () => {
    try {
      await leave.mutateAsync();
      notify.success(t('leave.done', { name }));
    } catch (error) {
      notify.error(messageOf(error, t('leave.failed')));
    }
    setIsOpen(false);
  };
  return (
    <>
      <Button size="small" aria-label={t('leave.of', { name })} onClick={() => setIsOpen(true)}>
        {t('leave.action')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('leave.title', { name })}
          confirmText={t('leave.action')}
          cancelText={t('cancel')}
          busy={leave.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            leave.cancel();
            setIsOpen(false);
          }}
        >
          {t('leave.explain')}
        </ConfirmDialog>
      )}
    </>
  );
};
