import { type DayOverview, knownOr, routes, unitRoleSchema } from '@qr-attendance/contracts';
import { Card, EmptyState, PageHeader, QueryView, ResponsiveTable, StatCards } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber, useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useIsAdmin, useOwnRoles } from '../../../shared/viewer.ts';
import { AreaShortcuts } from '../components/area-shortcuts.tsx';
import { FloorNotice } from '../components/floor-notice.tsx';
import { WaitingWork } from '../components/waiting-work.tsx';

/** Classes start and end all the time. */
const REFRESH_MS = 30_000;

const STATES = ['running', 'scheduled', 'held', 'unconfirmed', 'canceled'] as const;

type Counts = DayOverview['units'][number];

const UnitsTable = ({ units }: Pick<DayOverview, 'units'>) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<Counts>
      rows={units}
      rowKey={({ _id }) => _id ?? ''}
      empty={<EmptyState message={t('overview.noClasses')} />}
      columns={[
        {
          key: 'unit',
          title: t('overview.unit'),
          sortBy: ({ name }) => name,
          render: ({ name }) => <bdi>{name ?? t('overview.noUnit')}</bdi>,
        },
        ...STATES.map((state) => ({
          key: state,
          title: t(`overview.${state}`),
          phone: 'named' as const,
          sortBy: (counts: Counts) => counts[state],
          descendingFirst: true,
          render: (counts: Counts) => formatNumber(counts[state]),
        })),
      ]}
    />
  );
};

export const OverviewPage = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const day = useApiQuery(routes.session.getDayOverview, {}, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHeader title={t('overview.title')} help={t(isAdmin ? 'overview.helpAll' : 'overview.help')} />
      {isAdmin ? <FloorNotice /> : <OwnRoles />}
      <QueryView query={day} errorMessage={t('overview.failed')}>
        {(found) => (
          <>
            <h2 className="title below-sm">{t('overview.today', { day: formatDay(found.day) })}</h2>
            <StatCards
              stats={STATES.map((state) => ({ title: t(`overview.${state}`), value: found[state] }))}
            />
            <h2 className="title above-lg below-sm">{t('overview.byUnit')}</h2>
            <UnitsTable units={found.units} />
          </>
        )}
      </QueryView>
      {isAdmin && <WaitingWork />}
      <AreaShortcuts />
    </>
  );
};

const OwnRoles = () => {
  const { t } = useTranslation('admin');
  const { roles = [] } = useOwnRoles();
  if (roles.length === 0) return null;
  return (
    <div className="below">
      <Card title={t('overview.roles')}>
        <ul className="list">
          {roles.map(({ unit, role }) => (
            <li key={unit._id}>
              <bdi>{unit.name}</bdi>: {t(`staff.roles.${knownOr(unitRoleSchema, role)}`)}.{' '}
              <span className="muted">{t(`staff.may.${knownOr(unitRoleSchema, role)}`)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
