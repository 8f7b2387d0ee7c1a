import { pinSchema, type StudentProfile } from '@qr-attendance/contracts';
import { PlainForm, TextField } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetUp } from '../set-up-api.ts';
import type { MarkNeeds } from '../steps.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { WrappingButton } from './wrapping-button.tsx';

interface Props {
  needs: MarkNeeds;
  isLast: boolean;
  onDone: (changed: Partial<StudentProfile>, pin: string | undefined) => void;
}

/** The new PIN is also used for this mark, so the student types it only once. */
export const SetUpForm = ({ needs: { missingPin, missingDevice }, isLast, onDone }: Props) => {
  const { t } = useTranslation('attendance');
  const setUp = useSetUp(onDone);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void => {
    if (missingPin && !pinSchema.safeParse(pin).success) return setError(t('specified:pinTooShort'));
    setUp.mutate({ pin: missingPin ? pin : undefined, device: missingDevice });
  };
  return (
    <PlainForm busy={setUp.isPending} onSubmit={submit} className="stack gap-sm">
      {setUp.error && <ProblemNotice message={messageOf(setUp.error, t('setUp.failed'))} />}
      {missingPin && (
        <TextField
          label={t('setUp.newPin')}
          error={error}
          type="secret"
          large
          value={pin}
          onChange={({ target }) => {
            setPin(target.value.replace(/\D/g, ''));
            setError(undefined);
          }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          enterKeyHint="done"
        />
      )}
      <WrappingButton type="primary" htmlType="submit" loading={setUp.isPending}>
        {t(isLast ? 'setUp.saveAndMark' : 'setUp.saveAndGoOn')}
      </WrappingButton>
    </PlainForm>
  );
};
