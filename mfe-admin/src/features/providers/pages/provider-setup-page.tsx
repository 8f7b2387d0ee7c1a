import type { IssuerCheck } from '@qr-attendance/contracts';
import { PageHeader } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Addresses } from '../components/addresses.tsx';
import { IssuerForm, type Issuer } from '../components/issuer-form.tsx';
import { NewProviderForm } from '../components/new-provider-form.tsx';

export const ProviderSetupPage = () => {
  const { t } = useTranslation('admin');
  const [checked, setChecked] = useState<Issuer & { check: IssuerCheck }>();
  const { check } = checked ?? {};
  return (
    <div className="column">
      <PageHeader
        title={t('providers.setUp')}
        help={t('providers.setUpHelp')}
        back={{ to: '/admin/providers', label: t('providers.title') }}
      />
      <div className="stack">
        <IssuerForm check={check} onChecked={setChecked} />
        {check?.problem === null && <Addresses {...check} />}
        {checked && check?.problem === null && (
          <NewProviderForm key={`${checked.provider} ${checked.issuer}`} {...checked} />
        )}
      </div>
    </div>
  );
};
