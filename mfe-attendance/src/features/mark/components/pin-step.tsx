import { LockOutlined } from '@ant-design/icons';
import { TextField } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowEvent, Refusal } from '../flow.ts';
import { hintFor } from '../refusal-of.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  /** Why it is asked again. */
  redo: Refusal | undefined;
  tell: (event: FlowEvent) => void;
}

export const PinStep = ({ redo, tell }: Props) => {
  const { t } = useTranslation('attendance');
  const whyId = useId();
  const wrong = redo?.code === 'wrong_pin' ? redo.message : undefined;
  const [pin, setPin] = useState('');
  // With the tries left, beside the field that it is about; gone as soon as something else is typed.
  const [error, setError] = useState(wrong);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin) tell({ type: 'pin-entered', pin });
    else setError(t('pin.missing'));
  };
  return (
    <StepCard
      icon={<LockOutlined />}
      title={t('pin.title')}
      why={<span id={whyId}>{t('pin.why')}</span>}
      hasOwnFocus
    >
      {redo && !wrong && <Problem message={redo.message} hint={hintFor(redo.code, t)} />}
      <form noValidate onSubmit={submit}>
        <TextField
          label={t('pin.label')}
          error={error}
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
          enterKeyHint="next"
        />
        <Button type="primary" size="large" block htmlType="submit">
          {t('pin.action')}
        </Button>
      </form>
    </StepCard>
  );
};
