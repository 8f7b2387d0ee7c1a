import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalDialog } from './modal-dialog.tsx';

interface Props {
  title: string;
  confirmText: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks before something that cannot be undone; mounted while it asks. */
export const ConfirmDialog = ({ title, confirmText, busy, onConfirm, onCancel, children }: Props) => {
  const { t } = useTranslation('student');
  return (
    <ModalDialog
      title={title}
      width={440}
      isShort
      onCancel={() => {
        if (!busy) onCancel();
      }}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {t('cancel')}
          </Button>
          {/* Outlined: white on the dark theme's red is too faint to read. */}
          <Button danger onClick={onConfirm} loading={busy}>
            {confirmText}
          </Button>
        </>
      }
    >
      {children}
    </ModalDialog>
  );
};
