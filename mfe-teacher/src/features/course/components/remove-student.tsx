import type { StudentRate } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveStudent } from '../students-api.ts';

interface Props {
  courseId: string;
  student: Pick<StudentRate['student'], '_id' | 'name'>;
}

export const RemoveStudent = ({ courseId, student: { _id, name } }: Props) => {
  const { t } = useTranslation('teacher');
  const [stranger, setStranger] = useState(false);
  const remove = useRemoveStudent(courseId);
  return (
    <ConfirmButton
      size="small"
      label={t('students.remove')}
      aria-label={t('students.removeOf', { name })}
      question={{
        title: t('students.removeTitle', { name }),
        text: (
          <>
            {t('students.removeExplain')}
            <div className="above-sm">
              <Checkbox checked={stranger} onChange={({ target }) => setStranger(target.checked)}>
                {t('students.voidToo')}
                <span className="block">{t('students.voidHelp')}</span>
              </Checkbox>
            </div>
          </>
        ),
      }}
      act={() => remove.mutateAsync({ studentId: _id, stranger })}
      onGiveUp={remove.cancel}
      done={t(stranger ? 'students.removedAsStranger' : 'students.removed', { name })}
      failure={t('students.removeFailed')}
    />
  );
};
