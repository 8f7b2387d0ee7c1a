import { useState } from 'react';
import { Button, type ButtonProps } from '../button/button.tsx';
import { ConfirmActionDialog, type Question } from './confirm-dialog.tsx';
import type { Action } from './use-action.ts';

interface Props<Result> extends Pick<ButtonProps, 'type' | 'danger' | 'size' | 'aria-label'>, Action<Result> {
  label: string;
  /** By default, the confirm button has the same label as this button. */
  question: Omit<Question, 'confirm'> & Partial<Pick<Question, 'confirm'>>;
  /** Called when the user closes the dialog without success, even while `act` is pending. */
  onGiveUp: () => void;
}

/** Asks before running the action, and reports its outcome. */
export const ConfirmButton = <Result,>({
  label,
  question,
  act,
  onGiveUp,
  done,
  failure,
  ...look
}: Props<Result>) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmActionDialog
          confirm={label}
          {...question}
          act={act}
          done={done}
          failure={failure}
          onGiveUp={onGiveUp}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
