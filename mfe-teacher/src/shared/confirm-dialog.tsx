import Button from 'antd/es/button';
import theme from 'antd/es/theme';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import './confirm-dialog.css';

interface Props {
  title: string;
  confirmText: string;
  cancelText: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * Asks before something that cannot be undone; mounted while it asks. The browser's own dialog keeps the focus inside
 * and closes on Escape. (antd's Modal locks scrolling by a style element without nonce, which the content security
 * policy refuses.)
 */
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
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
      style={{
        maxWidth: 'min(440px, calc(100vw - 32px))',
        boxSizing: 'border-box',
        padding: token.paddingLG,
        textAlign: 'start',
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
        background: token.colorBgElevated,
        color: token.colorText,
      }}
    >
      <h2 id={titleId} style={{ margin: 0, fontSize: token.fontSizeLG }}>
        {title}
      </h2>
      <p style={{ margin: `${token.marginXS}px 0 ${token.marginLG}px`, color: token.colorTextSecondary }}>
        {children}
      </p>
      <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: token.marginSM }}>
        <Button onClick={onCancel} disabled={busy}>
          {cancelText}
        </Button>
        <Button danger type="primary" onClick={onConfirm} loading={busy}>
          {confirmText}
        </Button>
      </div>
    </dialog>
  );
};
