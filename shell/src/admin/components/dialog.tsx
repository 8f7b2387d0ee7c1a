import { useEffect, useId, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  text: string;
  busy: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and needs no style element. Mounted while open. */
export const Dialog = ({ title, text, busy, onCancel, children }: Props) => {
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
      className="admin-dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <p id={`${id}text`}>{text}</p>
      {children}
    </dialog>
  );
};
