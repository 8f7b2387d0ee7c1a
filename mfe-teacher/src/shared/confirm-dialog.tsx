import Button from 'antd/es/button';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  confirmText: string;
  cancelText: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks before something that cannot be undone; mounted while it asks. */
export const ConfirmDialog = ({
  title,
  confirmText,
  cancelText,
  busy,
  onConfirm,
  onCancel,
  children,
}: Props) => {
  const { token } = theme.useToken();
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!busy) onCancel();
      }}
      buttons={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {cancelText}
          </Button>
          <Button danger type="primary" onClick={onConfirm} loading={busy}>
            {confirmText}
          </Button>
        </>
      }
    >
      <p style={{ margin: 0, color: token.colorTextSecondary }}>{children}</p>
    </Dialog>
  );
};
