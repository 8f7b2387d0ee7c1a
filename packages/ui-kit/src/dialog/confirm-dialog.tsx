import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import { useAction, type Action } from './use-action.ts';

export interface Question {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string | undefined;
}

interface Props extends Question {
  busy: boolean;
  onConfirm: () => void;
  /** May be called at any time; while an action is pending, also cancels its request. */
  onCancel: () => void;
}

export const ConfirmDialog = ({ title, text, confirm, cancel, busy, onConfirm, onCancel }: Props) => {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onCancel}
      buttons={
        <>
          <Button onClick={onCancel}>{cancel ?? t('common:cancel')}</Button>
          <Button danger type="primary" onClick={onConfirm} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    />
  );
};

interface ActionProps<Result> extends Question, Action<Result> {
  /** Called when the user closes the dialog without success, even while `act` is pending. */
  onGiveUp: () => void;
  onClose: () => void;
}

export const ConfirmActionDialog = <Result,>({
  act,
  done,
  failure,
  onGiveUp,
  onClose,
  ...question
}: ActionProps<Result>) => {
  const { busy, run } = useAction({ act, done, failure });
  return (
    <ConfirmDialog
      {...question}
      busy={busy}
      onConfirm={() => void run().then(onClose)}
      onCancel={() => {
        onGiveUp();
        onClose();
      }}
    />
  );
};
