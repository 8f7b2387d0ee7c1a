import { pinSchema, type StudentProfile } from '@qr-attendance/contracts';
import { Button, TextField } from '@qr-attendance/ui-kit';
import { ApiError, messageOf } from '@qr-attendance/web-kit';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetUp } from '../api.ts';
import type { Needs } from '../steps.ts';
import { Problem } from './problem.tsx';

interface Props {
  needs: Needs;
  isLast: boolean;
  onDone: (changed: Partial<StudentProfile>, pin: string | undefined) => void;
}

const isPasswordRequired = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'fresh_proof_required';

/** The new PIN is also used for this mark, so nobody types it twice. */
export const SetUpForm = ({ needs: { missingPin, missingDevice }, isLast, onDone }: Props) => {
  const { t } = useTranslation('attendance');
  const setUp = useSetUp();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [password, setPassword] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missingPin && !pinSchema.safeParse(pin).success) return setError(t('specified:pinTooShort'));
    const chosen = missingPin ? pin : undefined;
    try {
      onDone(await setUp.mutateAsync({ pin: chosen, device: missingDevice, password }), chosen);
    } catch (failure) {
      if (isPasswordRequired(failure)) setPassword((typed) => typed ?? '');
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-sm">
      {setUp.error && (
        <Problem
          message={
            isPasswordRequired(setUp.error)
              ? t('setUp.passwordNeeded')
              : messageOf(setUp.error, t('setUp.failed'))
          }
        />
      )}
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
      {password !== undefined && (
        <TextField
          label={t('setUp.password')}
          type="secret"
          large
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={setUp.isPending}>
        {t(isLast ? 'setUp.saveAndMark' : 'setUp.saveAndGoOn')}
      </Button>
    </form>
  );
};
