import { EmptyState, LinkButton, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { SessionGroups } from '../../../shared/session-groups/session-groups.tsx';
import { useSessionGroups } from '../../../shared/session-groups/use-session-groups.ts';
import { PlannedClasses } from '../components/planned-classes.tsx';
import { SessionFilterBar } from '../components/session-filter-bar.tsx';
import { SessionsTable } from '../components/sessions-table.tsx';
import { useSessionFilters } from '../use-session-filters.ts';

export const SessionsPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { filters, choose } = useSessionFilters();
  const { status, courseId, from, to: last } = filters;
  const groups = useSessionGroups({ courseId, from, to: last, active: status && status === 'active' });
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const next = filtered ? (
    <LinkButton to={to.sessions}>{t('clearFilters')}</LinkButton>
  ) : (
    <LinkButton to={to.generate}>{t('sessions.generate')}</LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('sessions.title')}
        help={t('sessions.help')}
        action={
          <LinkButton type="primary" to={to.generate}>
            {t('sessions.generate')}
          </LinkButton>
        }
      />
      <SessionFilterBar filters={filters} choose={choose} />
      <SessionGroups
        groups={groups}
        level={2}
        table={(sessions) => <SessionsTable sessions={sessions} />}
        empty={<EmptyState message={t('sessions.empty')} action={next} />}
      />
      {status !== 'inactive' && <PlannedClasses courseId={courseId} from={from} to={last} />}
    </>
  );
};
