import { routes, type AttendanceRecord } from '@qr-attendance/contracts';
import {
  CorrectedAt,
  CourseName,
  EmptyState,
  ExportButton,
  LinkButton,
  LoadMore,
  PrintButton,
  OmittedInPrint,
  QueryView,
  ResponsiveTable,
  StatusBadge,
  StatusTotals,
  useFetchReport,
  usePrintAll,
  useReport,
  useReportTotals,
  type ReportQuery,
} from '@qr-attendance/ui-kit';
import { classDaysOf, formatTime, useApi } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';

interface TableProps {
  records: AttendanceRecord[];
  next: ReactNode;
}

const ReportTable = ({ records, next }: TableProps) => {
  const { t } = useTranslation('student');
  return (
    <ResponsiveTable<AttendanceRecord>
      rows={records}
      rowKey="_id"
      columns={[
        { key: 'date', title: t('reports.date'), render: classDaysOf(records) },
        {
          key: 'time',
          title: t('reports.time'),
          render: ({ scannedAt }) => (scannedAt === undefined ? '–' : formatTime(scannedAt)),
        },
        {
          key: 'course',
          title: t('common:report.course'),
          phone: 'title',
          render: ({ session }) => <CourseName course={session.course} />,
        },
        {
          key: 'status',
          title: t('common:report.status'),
          render: ({ status, correctedAt }) => (
            <>
              <StatusBadge status={status} />
              <CorrectedAt moment={correctedAt} />
            </>
          ),
        },
      ]}
      empty={<EmptyState message={t('reports.empty')} action={next} />}
    />
  );
};

const FILE_NAME = 'my-attendance-report.csv';

interface Props {
  query: ReportQuery;
  isRangeReversed: boolean;
}

export const ReportView = ({ query, isRangeReversed }: Props) => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const list = useReport(query, !isRangeReversed);
  const totals = useReportTotals(query, !isRangeReversed);
  const api = useApi();
  const { printout, print } = usePrintAll(useFetchReport(query));
  const records = list.data?.pages.flatMap(({ items }) => items);
  const filtered = Object.keys(query).length > 0;
  const both = {
    data: records && totals.data,
    error: list.error ?? totals.error,
    failureReason: (records ? undefined : list.failureReason) ?? totals.failureReason,
    isPending: list.isPending || totals.isPending,
    refetch: () => Promise.all([list.refetch(), totals.refetch()]),
  };
  const next = filtered ? (
    <LinkButton to={to.reports}>{t('clearFilters')}</LinkButton>
  ) : (
    <LinkButton to={to.scan}>{t('scan.title')}</LinkButton>
  );
  return (
    <>
      <div className="row between below">
        {isRangeReversed || both.error ? <span /> : <StatusTotals totals={totals.data} showCount />}
        <div className="row">
          <ExportButton
            load={() => api.file(routes.attendance.exportAttendance, { query })}
            fileName={FILE_NAME}
            disabled={isRangeReversed || list.isPlaceholderData || !records?.length}
          />
          <PrintButton
            print={print}
            disabled={isRangeReversed || list.isPlaceholderData || !records?.length}
          />
        </div>
      </div>
      {!isRangeReversed && (
        <QueryView query={both} errorMessage={t('specified:myReportsFailed')}>
          {() => (
            <>
              {(printout ? printout.isCut : list.hasNextPage) && (
                <OmittedInPrint count={(printout?.rows ?? records ?? []).length} />
              )}
              <ReportTable records={printout?.rows ?? records ?? []} next={next} />
            </>
          )}
        </QueryView>
      )}
      {!isRangeReversed && <LoadMore pages={list} />}
    </>
  );
};
