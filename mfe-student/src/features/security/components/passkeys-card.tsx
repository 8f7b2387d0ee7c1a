import { tokens } from '@qr-attendance/ui-kit';
import { MAX_PASSKEYS, type Passkey } from '@qr-attendance/contracts';
import Alert from 'antd/es/alert';
import Card from 'antd/es/card';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { usePasskeySupport } from '../use-passkey-support.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { PasskeyList } from './passkey-list.tsx';

interface Props {
  passkeys: Passkey[];
  required: boolean;
}

export const PasskeysCard = ({ passkeys, required }: Props) => {
  const { t } = useTranslation('student');
  const supported = usePasskeySupport();
  const add = (): ReactNode => {
    if (passkeys.length >= MAX_PASSKEYS) return <p>{t('passkeys.full', { count: MAX_PASSKEYS })}</p>;
    if (supported === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
    if (supported) return <PasskeyForm />;
    return (
      <Alert
        type="info"
        showIcon
        title={t('specified:biometricUnsupported')}
        description={required && passkeys.length === 0 ? t('passkeys.elsewhere') : undefined}
      />
    );
  };
  return (
    <Card title={<SectionTitle>{t('passkeys.title')}</SectionTitle>} style={{ height: '100%' }}>
      <p style={{ margin: '0 0 16px', color: tokens.colorTextSecondary }}>{t('passkeys.help')}</p>
      <PasskeyList passkeys={passkeys} required={required} />
      {add()}
    </Card>
  );
};
