import type { IdentityProvider } from '@qr-attendance/contracts';
import { ErrorState, Notice, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useProviders } from '../api.ts';
import { Activation } from '../components/activation.tsx';
import { Addresses } from '../components/addresses.tsx';
import { Failures } from '../components/failures.tsx';
import { ProviderSettings } from '../components/provider-settings.tsx';
import { TestSignIn } from '../components/test-sign-in.tsx';

const Provider = ({ provider }: { provider: IdentityProvider }) => {
  const { t } = useTranslation('admin');
  const { _id, active } = provider;
  return (
    <div className="stack">
      {!active && <Notice type="info" role="status" title={t('providers.testFirst')} />}
      <TestSignIn id={_id} />
      <Addresses {...provider} />
      <ProviderSettings provider={provider} />
      <Failures id={_id} />
    </div>
  );
};

export const ProviderPage = () => {
  const { t } = useTranslation('admin');
  const { providerId = '' } = useParams();
  const providers = useProviders();
  const provider = providers.data?.find(({ _id }) => _id === providerId);
  const back = { to: '/admin/providers', label: t('providers.title') };
  const facts = provider && [
    t(provider.active ? 'providers.active' : 'providers.inactive'),
    t('providers.linkedPeople', { count: provider.identities, amount: formatNumber(provider.identities) }),
  ];
  return (
    <div className="column">
      <PageHeader
        title={provider?.name ?? t('providers.one')}
        help={facts?.join(' · ')}
        action={provider && <Activation provider={provider} />}
        back={back}
      />
      <QueryView query={providers} errorMessage={t('providers.listFailed')}>
        {() =>
          provider ? (
            <Provider key={providerId} provider={provider} />
          ) : (
            <ErrorState message={t('providers.notFound')} back={back} />
          )
        }
      </QueryView>
    </div>
  );
};
