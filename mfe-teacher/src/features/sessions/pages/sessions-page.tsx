import { LinkButton, LoadMore, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSessions } from '../../../shared/api/list-sessions.ts';
import { links } from '../../../shared/links.ts';
import { SessionFilterBar } from '../components/session-filter-bar.tsx';
import { SessionsTable } from '../components/sessions-table.tsx';
import { readFilters, writeFilters } from '../session-filters.ts';

export const SessionsPage = () => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const sessions = useSessions({
    courseId: filters.courseId,
    active: filters.status && filters.status === 'active',
  });
  const filtered = filters.courseId !== undefined || filters.status !== undefined;
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
      <SessionFilterBar
        filters={filters}
        onChange={(changed) => setSearch(writeFilters(changed), { replace: true })}
      />
      <QueryView query={sessions} errorMessage={t('specified:sessionsFailed')}>
        {({ pages }) => <SessionsTable sessions={pages.flatMap(({ items }) => items)} next={next} />}
      </QueryView>
      <LoadMore pages={sessions} label={t('loadMore')} />
    </>
  );
};
