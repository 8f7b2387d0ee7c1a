import { Button, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { messageOf, useCancelOnClose, useFollowChange } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  title: string;
  initial?: string;
  confirm: string;
  failure: string;
  save: (name: string) => Promise<unknown>;
  cancel: () => void;
  onClose: () => void;
}

export const SectionForm = ({ title, initial = '', confirm, failure, save, cancel, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useCancelOnClose({ cancel });
  const follow = useFollowChange();
  const submit = () => {
    if (!name.trim()) return setError(t('sections.nameNeeded'));
    setBusy(true);
    void follow(save(name.trim()), {
      done: t('sections.saved', { name: name.trim() }),
      onSuccess: onClose,
      onError: (failed) => setError(messageOf(failed, failure)),
      onSettled: () => setBusy(false),
    });
  };
  return (
    <PlainForm busy={busy} aria-label={title} className="form-width" onSubmit={submit}>
      <TextField
        label={t('sections.name')}
        error={error}
        autoFocus
        autoComplete="off"
        maxLength={30}
        dir="auto"
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
      <div className="row above-sm">
        <Button type="primary" htmlType="submit" loading={busy}>
          {confirm}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </PlainForm>
  );
};
