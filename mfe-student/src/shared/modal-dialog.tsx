import theme from 'antd/es/theme';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import './modal-dialog.css';

interface Props {
  title: string;
  /** In pixels, at most. */
  width: number;
  /** Whether its content is short enough to be read out when it opens. */
  isShort?: boolean;
  onCancel: () => void;
  children: ReactNode;
  /** Buttons at its foot. */
  actions: ReactNode;
}

/**
 * Mounted while it is open. The browser's own dialog keeps the focus inside, closes on Escape and needs no style element,
 * which the content security policy would refuse.
 */
export const ModalDialog = ({ title, width, isShort = false, onCancel, children, actions }: Props) => {
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
      className="modal-dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={isShort ? `${id}text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      style={{
        width: 'max-content',
        maxWidth: `min(${width}px, calc(100vw - 32px))`,
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
        {actions}
      </div>
    </dialog>
  );
};
