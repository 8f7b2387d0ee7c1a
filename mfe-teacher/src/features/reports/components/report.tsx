import {
  ExportButton,
  LinkButton,
  LoadingState,
  LoadMore,
  PrintButton,
  PrintCut,
  queryProblem,
  type ReportQuery,
  tokens,
  usePrintAll,
} from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ALL_COLUMNS_FILE, REPORT_FILE, useExportMarks, useFetchMarks, useMarks } from '../api.ts';
import { links } from '../../../shared/links.ts';
import { MarksTable } from './marks-table.tsx';
import { ReportSummary } from './report-summary.tsx';

/** `impossible`: no mark can meet the filters, so nothing is asked for. */
export const Report = ({ query, impossible }: { query: ReportQuery; impossible: boolean }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const next =
    Object.keys(query).length > 0 ? (
      <LinkButton to={to.reports}>{t('clearFilters')}</LinkButton>
    ) : (
      <LinkButton to={to.generate}>{t('sessions.generate')}</LinkButton>
    );
  const pages = useMarks(query, !impossible);
  const exportMarks = useExportMarks(query);
  const { printout, print } = usePrintAll(useFetchMarks(query));
  const marks = impossible ? [] : pages.data?.pages.flatMap(({ items }) => items);
  const problem = marks ? undefined : queryProblem(pages, t('specified:reportsFailed'));
  if (problem) return problem;
  return (
    <>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: tokens.marginSM,
          marginBlockEnd: tokens.margin,
        }}
      >
        <ReportSummary query={query} impossible={impossible} />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: tokens.marginSM }}>
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
        <div aria-busy={pages.isPlaceholderData} style={{ opacity: pages.isPlaceholderData ? 0.6 : 1 }}>
          {(printout ? printout.isCut : pages.hasNextPage) && (
            <PrintCut count={(printout?.rows ?? marks).length} />
          )}
          <MarksTable marks={printout?.rows ?? marks} next={next} />
          {!impossible && <LoadMore pages={pages} label={t('loadMore')} />}
        </div>
      ) : (
        <LoadingState rows={8} />
      )}
    </>
  );
};
