import { Failure, LinkButton, LoadMore, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useHistory, useRecordOfSession } from '../api.ts';
import { HistoryFilterBar } from '../components/history-filter-bar.tsx';
import { HistoryTable } from '../components/history-table.tsx';
import { MarkDialog } from '../components/mark-dialog.tsx';
import { readFilters, readOpenedSession, writeFilters } from '../history-filters.ts';

export const HistoryPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const history = useHistory(filters);
  const [opened, setOpened] = useState<string>();
  const records = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const linked = useRecordOfSession(readOpenedSession(search));
  const shown = records.find(({ _id }) => _id === opened) ?? linked.data;
  const close = () => {
    setOpened(undefined);
    if (linked.data) setSearch(writeFilters(filters), { replace: true });
  };
  const filtered = filters.courseId !== undefined || filters.status !== undefined;
  const next = filtered ? (
    <LinkButton to={to.history}>{t('clearFilters')}</LinkButton>
  ) : (
    <LinkButton to={to.scan}>{t('scan.title')}</LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('history.title')}
        help={t('history.help')}
        back={{ to: to.dashboard, label: t('back') }}
        action={
          <LinkButton to={`${to.reports}?${new URLSearchParams(writeFilters(filters))}`}>
            {t('reports.title')}
          </LinkButton>
        }
      />
      <HistoryFilterBar
        filters={filters}
        onChange={(changed) => setSearch(writeFilters(changed), { replace: true })}
      />
      <Failure error={linked.error} text={t('specified:recordsFailed')} />
      <QueryView query={history} errorMessage={t('specified:recordsFailed')}>
        {() => <HistoryTable records={records} next={next} onOpen={({ _id }) => setOpened(_id)} />}
      </QueryView>
      <LoadMore pages={history} />
      {shown && <MarkDialog record={shown} onClose={close} />}
    </>
  );
};
