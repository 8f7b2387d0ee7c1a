import { Card, LoadingState, Notice } from '@qr-attendance/ui-kit';
import { MAX_PASSKEYS, type Passkey } from '@qr-attendance/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyForm } from './passkey-form.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';

const usePasskeySupport = (): boolean | undefined => {
  const [supported, setSupported] = useState<boolean>();
  useEffect(() => {
    let current = true;
    platformAuthenticatorIsAvailable()
      .catch(() => false)
      .then((available) => {
        if (current) setSupported(available);
      });
    return () => {
      current = false;
    };
  }, []);
  return supported;
};

interface Props {
  passkeys: Passkey[];
  required: boolean;
}

export const PasskeysCard = ({ passkeys, required }: Props) => {
  const { t } = useTranslation('student');
  const supported = usePasskeySupport();
  const add = (): ReactNode => {
    if (passkeys.length >= MAX_PASSKEYS) return <p>{t('passkeys.full', { count: MAX_PASSKEYS })}</p>;
    if (supported === undefined) return <LoadingState />;
    if (supported) return <PasskeyForm />;
    return (
      <Notice
        type="info"
        title={t('specified:biometricUnsupported')}
        description={required && passkeys.length === 0 ? t('passkeys.elsewhere') : undefined}
      />
    );
  };
  return (
    <Card id="form-passkey" title={t('passkeys.title')} help={t('passkeys.help')}>
      <PasskeyList passkeys={passkeys} required={required} />
      {add()}
    </Card>
  );
};
