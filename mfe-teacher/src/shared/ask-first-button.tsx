import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';

interface Props {
  label: string;
  /** What is asked, what follows from it, and the words on its buttons. */
  question: { title: string; text: string; confirm: string; cancel: string };
  act: () => Promise<unknown>;
  /** Told once it is done. */
  done: string;
  /** Shown when the server gives no text of its own. */
  failure: string;
}

/** A button for what many people would feel: it asks first. */
export const AskFirstButton = ({ label, question, act, done, failure }: Props) => {
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await act();
      notify.success(done);
    } catch (error) {
      notify.error(messageOf(error, failure));
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={question.title}
          confirmText={question.confirm}
          cancelText={question.cancel}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
};
