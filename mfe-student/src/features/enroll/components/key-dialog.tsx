import type { Course } from '@qr-attendance/contracts';
import { Button, Dialog, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { messageOf, useFollowChange } from '@qr-attendance/web-kit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  course: Course;
  enroll: (key: string) => Promise<void>;
  onClose: () => void;
}

export const KeyDialog = ({ course, enroll, onClose }: Props) => {
  const { t } = useTranslation('student');
  const formId = useId();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const follow = useFollowChange();
  const submit = () => {
    if (!key.trim()) return setError(t('enroll.keyMissing'));
    setBusy(true);
    void follow(enroll(key), {
      onSuccess: onClose,
      onError: (failure) => setError(messageOf(failure, t('specified:enrollFailed'))),
      onSettled: () => setBusy(false),
    });
  };
  return (
    <Dialog
      title={t('enroll.enrollIn', { name: course.name })}
      text={t('enroll.keyWhy')}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={busy}>
            {t('enroll.enroll')}
          </Button>
        </>
      }
    >
      <PlainForm id={formId} busy={busy} onSubmit={submit}>
        <TextField
          label={t('enroll.key')}
          error={error}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={50}
          value={key}
          onChange={({ target }) => {
            setKey(target.value);
            setError(undefined);
          }}
        />
      </PlainForm>
    </Dialog>
  );
};
