import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { keepEscapeForPopup } from '../layers.ts';
import './dialog.css';

interface Props {
  title: string;
  text?: ReactNode;
  /** Called on Escape; the caller unmounts the dialog. */
  onClose: () => void;
  buttons?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

/**
 * Replaces antd's Modal, which locks scrolling with a style element without a nonce, so the content security
 * policy blocks it.
 */
export const Dialog = ({ title, text, onClose, buttons, wide = false, children }: Props) => {
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
      className={wide ? 'ui-dialog ui-dialog-wide' : 'ui-dialog'}
      aria-labelledby={`${id}title`}
      aria-describedby={text === undefined ? undefined : `${id}text`}
      onKeyDownCapture={keepEscapeForPopup}
      onCancel={(event) => {
        // Events from file choosers and inner dialogs bubble up to this handler.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}title`} className="title">
        {title}
      </h2>
      {text !== undefined && (
        <div id={`${id}text`} className="above-xs muted">
          {text}
        </div>
      )}
      {children !== undefined && <div className="above-xs">{children}</div>}
      {buttons !== undefined && <div className="ui-dialog-buttons">{buttons}</div>}
    </dialog>
  );
};
