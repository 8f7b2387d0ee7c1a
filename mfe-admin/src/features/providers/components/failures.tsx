import { knownOrOther, providerSignInErrorSchema, type ProviderFailure } from '@qr-attendance/contracts';
import { Card, EmptyState, QueryView, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useFailures } from '../api.ts';

interface Row extends ProviderFailure {
  key: string;
}

export const Failures = ({ id }: { id: string }) => {
  const { t } = useTranslation('admin');
  const failures = useFailures(id);
  return (
    <Card title={t('providers.failures')} help={t('providers.failuresHelp')}>
      <QueryView query={failures} errorMessage={t('providers.failuresFailed')}>
        {(rows) => (
          <ResponsiveTable<Row>
            // The time cannot be the key, because several sign-ins may fail at the same moment.
            rows={rows.map((failure, index) => ({ ...failure, key: String(index) }))}
            rowKey="key"
            empty={<EmptyState message={t('providers.noFailures')} />}
            columns={[
              {
                key: 'at',
                title: t('providers.at'),
                render: ({ at }) => <time dateTime={at}>{formatDayTime(at)}</time>,
              },
              {
                key: 'error',
                title: t('providers.why'),
                render: ({ error }) =>
                  t(`providers.errors.${knownOrOther(providerSignInErrorSchema, error)}`),
              },
              {
                key: 'detail',
                title: t('providers.detail'),
                render: ({ detail }) => detail && <code className="small wrap">{detail}</code>,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
};
