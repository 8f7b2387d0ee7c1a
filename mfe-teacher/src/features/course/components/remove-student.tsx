import type { StudentRate } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveStudent } from '../api.ts';

interface Props {
  courseId: string;
  student: StudentRate['student'];
}

export const RemoveStudent = ({ courseId, student }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [stranger, setStranger] = useState(false);
  const remove = useRemoveStudent(courseId);
  const { _id, name } = student;
  const confirm = async () => {
    try {
      await remove.mutateAsync({ studentId: _id, stranger });
      notify.success(t(stranger ? 'students.removedAsStranger' : 'students.removed', { name }));
    } catch (error) {
      notify.error(messageOf(error, t('students.removeFailed')));
    }
    setIsOpen(false);
  };
  return (
    <>
      <Button size="small" aria-label={t('students.removeOf', { name })} onClick={() => setIsOpen(true)}>
        {t('students.remove')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('students.removeTitle', { name })}
          confirmText={t('students.remove')}
          cancelText={t('cancel')}
          busy={remove.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            remove.cancel();
            setIsOpen(false);
          }}
        >
          {t('students.removeExplain')}
          <div style={{ marginBlockStart: 12 }}>
            <Checkbox checked={stranger} onChange={({ target }) => setStranger(target.checked)}>
              {t('students.voidToo')}
              <span style={{ display: 'block' }}>{t('students.voidHelp')}</span>
            </Checkbox>
          </div>
        </ConfirmDialog>
      )}
    </>
  );
};
