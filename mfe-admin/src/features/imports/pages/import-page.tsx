import {
  asCompleteKind,
  importKindSchema,
  importOutcomeSchema,
  knownOrOther,
  type ImportCounts,
  type ImportRun,
} from '@qr-attendance/contracts';
import { Notice, PageHeader, QueryView, StatCards } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { isInProgress, useImportFiles, useImport, useSources } from '../api.ts';
import { ConfirmForm } from '../components/confirm-form.tsx';
import { ContinueUpload } from '../components/continue-upload.tsx';
import { ErasedLines } from '../components/erased-lines.tsx';
import { Examples } from '../components/examples.tsx';
import { FileButtons } from '../components/file-buttons.tsx';
import { FileSummary } from '../components/file-summary.tsx';
import { MappingForm } from '../components/mapping-form.tsx';
import { RunProgress } from '../components/run-progress.tsx';
import { RunResult } from '../components/run-result.tsx';
import { RunState } from '../components/run-state.tsx';
import { SamePeople } from '../components/same-people.tsx';
import { Warnings } from '../components/warnings.tsx';
import '../../../shared/campus.css';
import '../imports.css';

const Counts = ({ counts }: { counts: ImportCounts }) => {
  const { t } = useTranslation('admin');
  // Rare outcomes are shown only if a line has them.
  const shown = importOutcomeSchema.options.filter(
    (outcome) => (outcome !== 'skipped' && outcome !== 'waiting') || counts[outcome] > 0,
  );
  return (
    <StatCards
      stats={shown.map((outcome) => ({
        title: t(`imports.outcomes.${outcome}`),
        value: counts[outcome],
      }))}
    />
  );
};

/**
 * Shows how many objects stay although the complete file omits them, because some of its lines cannot be
 * imported.
 */
const NotEnded = ({ run: { kind, state, notEnded: count = 0 } }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const completeKind = asCompleteKind(kind);
  if (!completeKind || count === 0 || !['previewed', 'stopped', 'done'].includes(state)) return null;
  return (
    <Notice
      type="warning"
      role="status"
      title={t(`imports.notEnded.${completeKind}`, { count, found: formatNumber(count) })}
      description={t(`imports.notEndedWhy.${completeKind}`)}
    />
  );
};

const Kept = ({ kept }: { kept: NonNullable<ImportRun['kept']> }) => {
  const { t } = useTranslation('admin');
  const { count, examples } = kept;
  return (
    <Notice
      type="warning"
      role="status"
      title={t('imports.endedUsed', { count, found: formatNumber(count) })}
      description={<bdi>{examples.join(', ')}</bdi>}
    />
  );
};

const AddedAgain = ({ addErased }: { addErased: NonNullable<ImportRun['addErased']> }) => {
  const { t } = useTranslation('admin');
  const people = Array.isArray(addErased) ? addErased.join(', ') : t('imports.allErased');
  return <Notice type="warning" role="status" title={t('imports.addedAgain', { people })} />;
};

/**
 * The minimum number of rows in the list of changes, because each line of the file produces at least one row.
 */
const linesOf = ({ added, changed, ended, error, unmatched, skipped }: ImportCounts): number =>
  added + changed + ended + error + unmatched + skipped;

const Run = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const files = useImportFiles();
  const counts = run.applied ?? run.preview;
  const hasErrors =
    counts !== undefined && counts.skipped + counts.waiting + counts.unmatched + counts.error > 0;
  return (
    <div className="stack">
      <div aria-live="polite">
        <RunState run={run} />
      </div>
      {run.state === 'uploading' && <ContinueUpload run={run} />}
      {isInProgress(run) && <RunProgress run={run} />}
      {counts && <Counts counts={counts} />}
      <NotEnded run={run} />
      {run.kept && <Kept kept={run.kept} />}
      <RunResult run={run} />
      {run.samePeople && <SamePeople runId={run._id} samePeople={run.samePeople} />}
      {run.state === 'previewed' && <ConfirmForm run={run} />}
      {run.state === 'previewed' && run.warnings && <Warnings warnings={run.warnings} />}
      {(hasErrors || run.warnings) && (
        <FileButtons
          label={t(run.warnings ? 'imports.errorsAndWarnings' : 'imports.errors')}
          name={`import-errors-${run._id}`}
          load={files.errors(run._id)}
        />
      )}
      {run.applied && !isInProgress(run) && (
        <FileButtons
          label={t('imports.allChanges')}
          name={`import-changes-${run._id}`}
          lines={linesOf(run.applied)}
          load={files.changes(run._id)}
        />
      )}
      {run.state === 'previewed' && run.addErased && <AddedAgain addErased={run.addErased} />}
      {run.state === 'previewed' && run.preview && run.preview.skipped > 0 && <ErasedLines run={run} />}
      {counts && <Examples run={run} />}
      {(run.state === 'uploaded' || run.state === 'previewed') && (
        <>
          <FileSummary run={run} />
          <MappingForm key={`${run._id} ${run.reading?.headerLine}`} run={run} />
        </>
      )}
    </div>
  );
};

/** The file name, with the source system if the institution has several. */
const FileName = ({ run: { fileName, source } }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const { sources } = useSources();
  return (
    <>
      <bdi>{fileName}</bdi>
      {source !== undefined && sources.length > 1 && ` · ${t('imports.ofSource', { source })}`}
    </>
  );
};

export const ImportPage = () => {
  const { t } = useTranslation('admin');
  const { importId = '' } = useParams();
  const query = useImport(importId);
  const { data: run } = query;
  const kind = run && t(`imports.kinds.${knownOrOther(importKindSchema, run.kind)}`);
  return (
    <>
      <PageHeader
        title={kind ? t('imports.ofKind', { kind }) : t('imports.one')}
        help={run && <FileName run={run} />}
        back={{ to: '/admin/imports', label: t('imports.title') }}
      />
      <QueryView query={query} errorMessage={t('imports.loadFailed')}>
        {(found) => <Run run={found} />}
      </QueryView>
    </>
  );
};
