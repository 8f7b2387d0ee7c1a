import theme from 'antd/es/theme';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';

interface Props {
  title: string;
  /** Asked for by Escape; the one who shows the dialog takes it away. */
  onClose: () => void;
  /** Below the content, at its end. */
  buttons: ReactNode;
  /** In pixels, where the window has as many; as wide as its content, up to 440, unless given. */
  width?: number;
  children: ReactNode;
}

/**
 * Shown while it is mounted. The browser's own dialog keeps the focus inside and closes on Escape. (antd's Modal locks
 * scrolling by a style element without nonce, which the content security policy refuses.)
 */
export const Dialog = ({ title, onClose, buttons, width, children }: Props) => {
  const { token } = theme.useToken();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="teacher-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      style={{
        maxWidth: `min(${width ?? 440}px, calc(100vw - 32px))`,
        ...(width === undefined ? {} : { width: '100%' }),
        boxSizing: 'border-box',
        padding: token.paddingLG,
        // Whatever it was opened from inside, a heading say.
        fontSize: token.fontSize,
        fontWeight: 'normal',
        lineHeight: token.lineHeight,
        textAlign: 'start',
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
        background: token.colorBgElevated,
        color: token.colorText,
      }}
    >
      <h2 id={titleId} style={{ margin: 0, fontSize: token.fontSizeLG, overflowWrap: 'anywhere' }}>
        {title}
      </h2>
      <div style={{ margin: `${token.marginXS}px 0 ${token.marginLG}px` }}>{children}</div>
      <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: token.marginSM }}>
        {buttons}
      </div>
    </dialog>
  );
};
