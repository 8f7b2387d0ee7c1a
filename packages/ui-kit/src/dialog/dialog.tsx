import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';
import { tokens } from '../tokens/tokens.ts';

interface Props {
  title: string;
  /** Shown below the title, and read out when the dialog opens. */
  text?: ReactNode;
  /** Called for Escape; the parent must unmount the dialog. */
  onClose: () => void;
  buttons?: ReactNode;
  /** In pixels; by default as wide as its content, up to 440. */
  width?: number;
  children?: ReactNode;
}

/**
 * Open while it is mounted. Uses the browser's own dialog, which traps the focus and closes on Escape.
 * (antd's Modal locks scrolling with a style element without nonce, which the content security policy
 * rejects.)
 */
export const Dialog = ({ title, text, onClose, buttons, width, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing before the unmount lets the browser restore the focus.
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
        // Resets styles of the opener, such as a heading.
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
