import type { IssuerCheck } from '@qr-attendance/contracts';
import { Card, CopyField } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

const names = ['redirectUri', 'postLogoutRedirectUri', 'backChannelLogoutUri'] as const;

/** The addresses that an administrator enters at the provider. */
export const Addresses = (addresses: Pick<IssuerCheck, (typeof names)[number]>) => {
  const { t } = useTranslation('admin');
  return (
    <Card title={t('providers.addresses')} help={t('providers.addressesHelp')}>
      {names.map((name) => (
        <CopyField key={name} label={t(`providers.${name}`)} value={addresses[name]} />
      ))}
    </Card>
  );
};
