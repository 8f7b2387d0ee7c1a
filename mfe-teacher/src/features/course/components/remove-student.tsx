import type { StudentRate } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveStudent, useVoidAbsences } from '../api/manage-students.ts';

interface Props {
  courseId: string;
  student: StudentRate['student'];
}

export const RemoveStudent = ({ courseId, student }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [voids, setVoids] = useState(false);
  const remove = useRemoveStudent(courseId);
  const voidAbsences = useVoidAbsences(courseId);
  const { _id, name } = student;
  const confirm = async () => {
    try {
      await remove.mutateAsync(_id);
      notify.success(t('students.removed', { name }));
    } catch (error) {
      notify.error(messageOf(error, t('students.removeFailed')));
      return setAsking(false);
    }
    try {
      if (voids) notify.success(t('students.voided', { count: await voidAbsences.mutateAsync(_id) }));
    } catch (error) {
      notify.error(messageOf(error, t('students.voidFailed')));
    }
    setAsking(false);
  };
  return (
    <>
      <Button size="small" aria-label={t('students.removeOf', { name })} onClick={() => setAsking(true)}>
        {t('students.remove')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('students.removeTitle', { name })}
          confirmText={t('students.remove')}
          cancelText={t('cancel')}
          busy={remove.isPending || voidAbsences.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {t('students.removeExplain')}
          <div style={{ marginBlockStart: 12 }}>
            <Checkbox checked={voids} onChange={({ target }) => setVoids(target.checked)}>
              {t('students.voidToo')}
              <span style={{ display: 'block' }}>{t('students.voidHelp')}</span>
            </Checkbox>
          </div>
        </ConfirmDialog>
      )}
    </>
  );
};
