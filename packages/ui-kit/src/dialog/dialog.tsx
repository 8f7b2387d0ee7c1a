import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';
import { tokens } from '../tokens/tokens.ts';

interface Props {
  title: string;
  /** Said below the title, and read out when it opens. */
  text?: ReactNode;
  /** Asked for by Escape; the one who shows the dialog takes it away. */
  onClose: () => void;
  /** Below the content, at its end. */
  buttons?: ReactNode;
  /** In pixels, where the window has as many; as wide as its content, up to 440, unless given. */
  width?: number;
  children?: ReactNode;
}

/**
 * Shown while it is mounted. The browser's own dialog keeps the focus inside and closes on Escape. (antd's Modal locks
 * scrolling by a style element without nonce, which the content security policy refuses.)
 */
export const Dialog = ({ title, text, onClose, buttons, width, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="ui-dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={text === undefined ? undefined : `${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      style={{
        maxWidth: `min(${width ?? 440}px, calc(100vw - 32px))`,
        ...(width === undefined ? {} : { width: '100%' }),
        boxSizing: 'border-box',
        padding: tokens.paddingLG,
        // Whatever it was opened from inside, a heading say.
        fontSize: tokens.fontSize,
        fontWeight: 'normal',
        lineHeight: tokens.lineHeight,
        textAlign: 'start',
        overflowWrap: 'anywhere',
        border: `1px solid ${tokens.colorBorderSecondary}`,
        borderRadius: tokens.borderRadiusLG,
        background: tokens.colorBgElevated,
        color: tokens.colorText,
      }}
    >
      <h2 id={`${id}title`} style={{ margin: 0, fontSize: tokens.fontSizeLG }}>
        {title}
      </h2>
      {text !== undefined && (
        <div id={`${id}text`} style={{ marginBlockStart: tokens.marginXS, color: tokens.colorTextSecondary }}>
          {text}
        </div>
      )}
      {children !== undefined && <div style={{ marginBlockStart: tokens.marginXS }}>{children}</div>}
      {buttons !== undefined && (
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
            gap: tokens.marginSM,
            marginBlockStart: tokens.marginLG,
          }}
        >
          {buttons}
        </div>
      )}
    </dialog>
  );
};
