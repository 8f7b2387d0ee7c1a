import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';
import { tokens } from '../tokens/tokens.ts';

interface Props {
  title: string;
  text?: ReactNode;
  /** Called on Escape; the caller unmounts the dialog. */
  onClose: () => void;
  buttons?: ReactNode;
  width?: number;
  children?: ReactNode;
}

/**
 * antd's Modal locks scrolling with a style element without nonce, which the content security policy blocks.
 */
export const Dialog = ({ title, text, onClose, buttons, width, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
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
        // Resets what the dialog would inherit from its opener, such as a heading's font.
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
