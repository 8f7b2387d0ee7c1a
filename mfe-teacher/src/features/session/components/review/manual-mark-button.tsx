import type { AttendanceRecord, Session } from '@qr-attendance/contracts';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ManualMarkDialog } from './manual-mark-dialog.tsx';

interface Props {
  session: Session;
  records: AttendanceRecord[];
  student?: AttendanceRecord['student'];
}

export const ManualMarkButton = ({ student, ...props }: Props) => {
  const { t } = useTranslation('teacher');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={student && t('manual.titleOf', { name: student.name })}
        onClick={() => setOpen(true)}
      >
        {t('manual.open')}
      </Button>
      {open && <ManualMarkDialog {...props} student={student} onClose={() => setOpen(false)} />}
    </>
  );
};
