import { PictureOutlined } from '@ant-design/icons';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Button, type ButtonProps } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelfieDialog } from './selfie-dialog.tsx';

interface Props extends Pick<ButtonProps, 'tabIndex' | 'className'> {
  mark: AttendanceRecord;
  iconOnly?: boolean;
}

export const SelfieButton = ({ mark, iconOnly = false, ...look }: Props) => {
  const { t } = useTranslation('teacher');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        {...(iconOnly && { type: 'text', icon: <PictureOutlined aria-hidden />, title: t('selfie.view') })}
        aria-label={t('selfie.viewOf', { name: mark.student.name })}
        onClick={() => setOpen(true)}
      >
        {iconOnly ? undefined : t('selfie.view')}
      </Button>
      {open && <SelfieDialog mark={mark} onClose={() => setOpen(false)} />}
    </>
  );
};
