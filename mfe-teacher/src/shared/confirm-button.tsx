import { Button, ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';

interface Props<Result> {
  label: string;
  name?: string;
  small?: boolean;
  /** A text button, so that it differs from the main action beside it. */
  quiet?: boolean;
  question: { title: string; text: string; confirm: string; cancel: string };
  act: () => Promise<Result>;
  onGiveUp: () => void;
  done: string | ((result: Result) => string);
  failure: string;
}

export const ConfirmButton = <Result,>({
  label,
  name,
  small = false,
  quiet = false,
  question,
  act,
  onGiveUp,
  done,
  failure,
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
      <Button
        danger={!small && !quiet}
        type={quiet ? 'text' : 'default'}
        size={small ? 'small' : undefined}
        aria-label={name}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={question.title}
          confirmText={question.confirm}
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
