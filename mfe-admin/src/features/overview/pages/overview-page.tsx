import { knownOrOther, unitRoleSchema, type DayOverview, type ImportState } from '@qr-attendance/contracts';
import {
  ActionButton,
  Card,
  EmptyState,
  LinkButton,
  Notice,
  PageHeader,
  QueryView,
  ResponsiveTable,
  StatCards,
} from '@qr-attendance/ui-kit';
import {
  dayOverviewRequest,
  formatDay,
  formatNumber,
  importsRequest,
  useLiveQuery,
  waitingEmailsRequest,
} from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useSaveInstitutionFloor, useInstitutionPolicy } from '../../../shared/institution-policy.ts';
import { useIsAdmin, useOwnRoles } from '../../../shared/viewer.ts';
import { AreaShortcuts } from '../components/area-shortcuts.tsx';

const REFRESH_MS = 30_000;
const SHOWN_IMPORTS = 50;
const RUNNING: readonly string[] = [
  'reading',
  'previewing',
  'rechecking',
  'applying',
  'undoing',
] satisfies ImportState[];

/** Unfinished work of the servers. A number that cannot be loaded is omitted. */
const WaitingWork = () => {
  const { t } = useTranslation('admin');
  const emails = useLiveQuery(waitingEmailsRequest, {}, { everyMs: REFRESH_MS });
  const imports = useLiveQuery(importsRequest, { query: { limit: SHOWN_IMPORTS } }, { everyMs: REFRESH_MS });
  return (
    <>
      <h2 className="title above-lg below-sm">{t('overview.work')}</h2>
      <StatCards
        stats={[
          ...(emails.failureReason && !emails.data
            ? []
            : [
                { title: t('overview.emailsWaiting'), value: emails.data?.waiting },
                { title: t('overview.emailsRetried'), value: emails.data?.retried },
              ]),
          ...(imports.failureReason && !imports.data
            ? []
            : [
                {
                  title: t('overview.importsRunning'),
                  value: imports.data?.filter(({ state }) => RUNNING.includes(state)).length,
                },
              ]),
        ]}
      />
    </>
  );
};

const FloorNotice = () => {
  const { t } = useTranslation('admin');
  const { data } = useInstitutionPolicy();
  const decide = useSaveInstitutionFloor();
  if (!data || data.decided) return null;
  return (
    <Notice
      type="info"
      role="status"
      title={t('floor.news')}
      description={
        <>
          <p className="flush below-sm">{t('floor.newsText')}</p>
          <div className="row gap-xs">
            <LinkButton type="primary" to="/admin/requirements">
              {t('floor.choose')}
            </LinkButton>
            <ActionButton act={() => decide.mutateAsync({})} failure={t('floor.failed')}>
              {t('floor.keep')}
            </ActionButton>
          </div>
        </>
      }
      className="below"
    />
  );
};

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
  const day = useLiveQuery(dayOverviewRequest, {}, { everyMs: REFRESH_MS });
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
              <bdi>{unit.name}</bdi>: {t(`staff.roles.${knownOrOther(unitRoleSchema, role)}`)}.{' '}
              <span className="muted">{t(`staff.may.${knownOrOther(unitRoleSchema, role)}`)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
