import { Button } from '../button/button.tsx';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  confirmText: string;
  cancelText: string;
  busy: boolean;
  onConfirm: () => void;
  /** May be called at any time and then also cancels the pending request. */
  onCancel: () => void;
  children: ReactNode;
}

export const ConfirmDialog = ({
  title,
  confirmText,
  cancelText,
  busy,
  onConfirm,
  onCancel,
  children,
}: Props) => (
  <Dialog
    title={title}
    text={children}
    onClose={onCancel}
    buttons={
      <>
        <Button onClick={onCancel}>{cancelText}</Button>
        <Button danger type="primary" onClick={onConfirm} loading={busy}>
          {confirmText}
        </Button>
      </>
    }
  />
);
