import {
  ExportButton,
  LinkButton,
  LoadingState,
  LoadMore,
  PrintButton,
  OmittedInPrint,
  queryProblem,
  type ReportQuery,
  StatusTotals,
  useFetchReport,
  usePrintAll,
  useReport,
  useReportTotals,
} from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ALL_COLUMNS_FILE, REPORT_FILE, useExportMarks } from '../api.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { MarksTable } from './marks-table.tsx';

const NOTHING = { present: 0, late: 0, absent: 0, excused: 0 };

const ReportSummary = ({ query, isRangeReversed }: { query: ReportQuery; isRangeReversed: boolean }) => {
  const { t } = useTranslation('teacher');
  const totals = useReportTotals(query, !isRangeReversed);
  if (totals.error && !totals.data)
    return (
      <span role="alert" className="error-text">
        {messageOf(totals.error, t('specified:reportsFailed'))}
      </span>
    );
  return <StatusTotals totals={isRangeReversed ? NOTHING : totals.data} />;
};

export const Report = ({ query, isRangeReversed }: { query: ReportQuery; isRangeReversed: boolean }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const next =
    Object.keys(query).length > 0 ? (
      <LinkButton to={to.reports}>{t('clearFilters')}</LinkButton>
    ) : (
      <LinkButton to={to.generate}>{t('sessions.generate')}</LinkButton>
    );
  const pages = useReport(query, !isRangeReversed);
  const exportMarks = useExportMarks(query);
  const { printout, print } = usePrintAll(useFetchReport(query));
  const marks = isRangeReversed ? [] : pages.data?.pages.flatMap(({ items }) => items);
  const problem = marks ? undefined : queryProblem(pages, t('specified:reportsFailed'));
  if (problem) return problem;
  return (
    <>
      <div className="row between below">
        <ReportSummary query={query} isRangeReversed={isRangeReversed} />
        <div className="row">
          <ExportButton load={exportMarks.specified} fileName={REPORT_FILE} disabled={!marks?.length} />
          <ExportButton
            load={exportMarks.allColumns}
            fileName={ALL_COLUMNS_FILE}
            label={t('reports.exportAll')}
            disabled={!marks?.length}
          />
          <PrintButton print={print} disabled={!marks?.length} />
        </div>
      </div>
      {marks ? (
        <div aria-busy={pages.isPlaceholderData} className="reloading">
          {(printout ? printout.isCut : pages.hasNextPage) && (
            <OmittedInPrint count={(printout?.rows ?? marks).length} />
          )}
          <MarksTable marks={printout?.rows ?? marks} next={next} />
          {!isRangeReversed && <LoadMore pages={pages} label={t('loadMore')} />}
        </div>
      ) : (
        <LoadingState rows={8} />
      )}
    </>
  );
};
