import type { IdentityProvider } from '@qr-attendance/contracts';
import { Badge, EmptyState, LinkButton, PageHeader, QueryView, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProviders } from '../api.ts';

export const ProvidersPage = () => {
  const { t } = useTranslation('admin');
  const providers = useProviders();
  const setUp = (
    <LinkButton type="primary" to="/admin/provider-setup">
      {t('providers.setUp')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('providers.title')} help={t('providers.help')} action={setUp} />
      <QueryView query={providers} errorMessage={t('providers.listFailed')}>
        {(rows) => (
          <ResponsiveTable<IdentityProvider>
            rows={rows}
            rowKey="_id"
            empty={<EmptyState message={t('providers.nothing')} />}
            columns={[
              {
                key: 'name',
                title: t('providers.name'),
                render: ({ _id, name }) => (
                  <Link to={`/admin/providers/${_id}`} className="action-link link">
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              {
                key: 'status',
                title: t('providers.status'),
                render: ({ active }) => (
                  <Badge tone={active ? 'success' : undefined}>
                    {t(active ? 'providers.active' : 'providers.inactive')}
                  </Badge>
                ),
              },
              {
                key: 'issuer',
                title: t('providers.issuer'),
                render: ({ issuer }) => <span className="wrap">{issuer}</span>,
              },
              {
                key: 'identities',
                title: t('providers.identities'),
                phone: 'named',
                render: ({ identities }) => formatNumber(identities),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
};
