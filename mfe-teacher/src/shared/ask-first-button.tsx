import { Button, ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';

interface Props<Result> {
  label: string;
  /** Names what it is about, where several stand in a list. */
  name?: string;
  /** In the row of a table, and for what takes nothing away. */
  small?: boolean;
  /** Beside a page's main action, so that the two do not look alike. */
  quiet?: boolean;
  /** What is asked, what follows from it, and the words on its buttons. */
  question: { title: string; text: string; confirm: string; cancel: string };
  act: () => Promise<Result>;
  /** Gives up what `act` has under way. */
  giveUp: () => void;
  /** Told once it is done. */
  done: string | ((result: Result) => string);
  /** Shown when the server gives no text of its own. */
  failure: string;
}

/** A button for what many people would feel: it asks first. */
export const AskFirstButton = <Result,>({
  label,
  name,
  small = false,
  quiet = false,
  question,
  act,
  giveUp,
  done,
  failure,
}: Props<Result>) => {
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
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
    setAsking(false);
  };
  return (
    <>
      <Button
        danger={!small && !quiet}
        type={quiet ? 'text' : 'default'}
        size={small ? 'small' : undefined}
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={question.title}
          confirmText={question.confirm}
          cancelText={question.cancel}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => {
            giveUp();
            setAsking(false);
          }}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
};
