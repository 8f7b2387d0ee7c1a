import { CheckSquareOutlined, LockOutlined } from '@ant-design/icons';
import { Button, TextField } from '@qr-attendance/ui-kit';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../flow.ts';
import { hintFor } from '../refusal-of.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  /** What the mark is for. */
  why: ReactNode;
  /** Whether the PIN is still to be entered, here and now. */
  asksPin: boolean;
  /** Why it is asked again. */
  refusal: Refusal | undefined;
  /** Whether the browser is going to ask for finger or face. */
  asksPasskey: boolean;
  /** Whether the teacher is going to look instead of a selfie. */
  withoutSelfie: boolean;
  /** With the PIN, where it was asked for. */
  onMark: (pin?: string) => void;
}

/** PIN and mark are one card: Enter or one press sends both. Never input alone: a PIN has 4 to 12 digits (WCAG 3.2.2). */
export const MarkStep = ({ why, asksPin, refusal, asksPasskey, withoutSelfie, onMark }: Props) => {
  const { t } = useTranslation('attendance');
  const whyId = useId();
  const wrong = refusal?.code === 'wrong_pin' ? refusal.message : undefined;
  const [pin, setPin] = useState('');
  // With the tries left, beside the field that it is about; gone as soon as something else is typed.
  const [error, setError] = useState(wrong);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!asksPin) onMark();
    else if (pin) onMark(pin);
    else setError(t('pin.missing'));
  };
  return (
    <StepCard
      icon={asksPin ? <LockOutlined /> : <CheckSquareOutlined />}
      title={t(asksPin ? 'pin.title' : 'mark.title')}
      why={why}
      hasOwnFocus={asksPin}
    >
      {refusal && !wrong && <Problem message={refusal.message} hint={hintFor(refusal.code, t)} />}
      <form noValidate onSubmit={submit}>
        {asksPin && (
          <>
            <p id={whyId} style={{ margin: '0 0 12px' }}>
              {t('pin.why')}
            </p>
            <TextField
              label={t('pin.label')}
              error={error}
              name="pin"
              type="secret"
              large
              autoFocus
              value={pin}
              onChange={({ target }) => {
                setPin(target.value.replace(/\D/g, ''));
                setError(undefined);
              }}
              aria-describedby={whyId}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              enterKeyHint="send"
            />
          </>
        )}
        {withoutSelfie && <p style={{ margin: '0 0 16px' }}>{t('mark.withoutSelfie')}</p>}
        {asksPasskey && <p style={{ margin: '0 0 16px' }}>{t('mark.passkey')}</p>}
        <Button name="mark" type="primary" size="large" block htmlType="submit">
          {t('mark.action')}
        </Button>
      </form>
    </StepCard>
  );
};
