import Button from 'antd/es/button';
import theme from 'antd/es/theme';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './confirm-dialog.css';

interface Props {
  title: string;
  confirmText: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * Asks before something that cannot be undone; mounted while it asks. The browser's own dialog keeps the focus inside,
 * closes on Escape and needs no style element, which the content security policy would refuse.
 */
export const ConfirmDialog = ({ title, confirmText, busy, onConfirm, onCancel, children }: Props) => {
  const { t } = useTranslation('student');
  const { token } = theme.useToken();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
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
      <h2
        id={`${id}title`}
        style={{ margin: 0, fontSize: token.fontSizeLG, fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {title}
      </h2>
      <div
        id={`${id}text`}
        style={{ margin: `${token.marginXS}px 0 ${token.marginLG}px`, color: token.colorTextSecondary }}
      >
        {children}
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: token.marginSM }}>
        <Button onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button danger type="primary" onClick={onConfirm} loading={busy}>
          {confirmText}
        </Button>
      </div>
    </dialog>
  );
};
