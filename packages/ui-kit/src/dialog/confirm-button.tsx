import { messageOf } from '@qr-attendance/web-kit';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { useNotify } from '../notify.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props<Result> extends Pick<ButtonProps, 'type' | 'danger' | 'size' | 'aria-label'> {
  label: string;
  question: { title: string; text: ReactNode; confirm?: string; cancel: string };
  act: () => Promise<Result>;
  /** Called when the user cancels, also while `act` is pending. */
  onGiveUp: () => void;
  done: string | ((result: Result) => string);
  failure: string;
}

/** Asks before it acts, and reports how it ended. */
export const ConfirmButton = <Result,>({
  label,
  question,
  act,
  onGiveUp,
  done,
  failure,
  ...look
}: Props<Result>) => {
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const result = await act();
      notify.success(typeof done === 'string' ? done : done(result));
    } catch (error) {
      notify.error(messageOf(error, failure));
    }
    setBusy(false);
    setIsOpen(false);
  };
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={question.title}
          confirmText={question.confirm ?? label}
          cancelText={question.cancel}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => {
            onGiveUp();
            setIsOpen(false);
          }}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
};
