import { CheckSquareOutlined, LockOutlined } from '@ant-design/icons';
import { Button, PlainForm, TextField } from '@qr-attendance/ui-kit';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../flow.ts';
import { hintFor } from '../refusal-of.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  why: ReactNode;
  requiresPin: boolean;
  refusal: Refusal | undefined;
  requiresPasskey: boolean;
  withoutSelfie: boolean;
  onMark: (pin?: string) => void;
}

/** Typing never submits the form, because a PIN can have 4 to 12 digits (WCAG 3.2.2). */
export const MarkStep = ({ why, requiresPin, refusal, requiresPasskey, withoutSelfie, onMark }: Props) => {
  const { t } = useTranslation('attendance');
  const whyId = useId();
  const wrong = refusal?.code === 'wrong_pin' ? refusal.message : undefined;
  const [pin, setPin] = useState('');
  // Contains the remaining attempts, and is hidden as soon as the student types.
  const [error, setError] = useState(wrong);
  const submit = () => {
    if (!requiresPin) onMark();
    else if (pin) onMark(pin);
    else setError(t('pin.missing'));
  };
  return (
    <StepCard
      icon={requiresPin ? <LockOutlined /> : <CheckSquareOutlined />}
      title={t(requiresPin ? 'pin.title' : 'mark.title')}
      why={why}
      hasOwnFocus={requiresPin}
    >
      {refusal && !wrong && <ProblemNotice message={refusal.message} hint={hintFor(refusal.code, t)} />}
      <PlainForm busy={false} onSubmit={submit}>
        {requiresPin && (
          <>
            <p id={whyId} className="flush below-sm">
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
        {withoutSelfie && <p className="flush below">{t('mark.withoutSelfie')}</p>}
        {requiresPasskey && <p className="flush below">{t('mark.passkey')}</p>}
        <Button name="mark" type="primary" size="large" block htmlType="submit">
          {t('mark.action')}
        </Button>
      </PlainForm>
    </StepCard>
  );
};
