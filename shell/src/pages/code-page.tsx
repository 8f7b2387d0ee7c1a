import { Button, PlainForm, TextField, typedCode } from '@qr-attendance/ui-kit';
import { scannedPath } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from './form-card.tsx';

/**
 * `/go` is short enough to type from the projector. A signed-out visitor's code is kept during the sign-in.
 */
export const CodePage = () => {
  const { t } = useTranslation('shell');
  const { state } = useIdentityState();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const send = () => {
    const path = scannedPath(code);
    if (path) void navigate(path);
    else setError(code.trim() ? t('specified:codeFormatInvalid') : t('specified:codeEmpty'));
  };
  const other =
    state.status === 'signed-in'
      ? { to: '/', label: t('nav.home') }
      : { to: '/login', label: t('code.toLogin') };
  return (
    <FormCard title={t('code.title')} other={other}>
      <PlainForm busy={false} onSubmit={send}>
        <TextField
          label={t('code.label')}
          error={error}
          large
          autoFocus
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setError(undefined);
          }}
          placeholder={t('code.placeholder')}
          {...typedCode}
        />
        <Button type="primary" size="large" block htmlType="submit">
          {t('code.submit')}
        </Button>
      </PlainForm>
    </FormCard>
  );
};
