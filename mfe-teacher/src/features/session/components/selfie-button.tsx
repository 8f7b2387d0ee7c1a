import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Button } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelfieDialog } from './selfie-dialog.tsx';

export const SelfieButton = ({ mark }: { mark: AttendanceRecord }) => {
  const { t } = useTranslation('teacher');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={t('selfie.viewOf', { name: mark.student.name })} onClick={() => setOpen(true)}>
        {t('selfie.view')}
      </Button>
      {open && <SelfieDialog mark={mark} onClose={() => setOpen(false)} />}
    </>
  );
};
