import { importFailureSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { Button, ConfirmButton, Failure, Notice } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useConfirmImport, useUndoImport } from '../api.ts';
import { UndoPreview } from './undo-preview.tsx';

const UndoneNotice = ({ undo }: { undo: NonNullable<ImportRun['undo']> }) => {
  const { t } = useTranslation('admin');
  const { restored, kept, keptExamples } = undo;
  return (
    <Notice
      type={kept > 0 ? 'warning' : 'success'}
      role="status"
      title={t('imports.undone', { count: restored, restored: formatNumber(restored) })}
      description={
        kept > 0 && (
          <>
            {t('imports.kept', { count: kept, kept: formatNumber(kept) })}{' '}
            <bdi>{keptExamples.join(', ')}</bdi>
          </>
        )
      }
    />
  );
};

const FailureNotice = ({ failure }: { failure: NonNullable<ImportRun['failure']> }) => {
  const { t } = useTranslation('admin');
  const { reason, line } = failure;
  return (
    <Notice
      type="error"
      title={t(`imports.failures.${knownOrOther(importFailureSchema, reason)}`)}
      description={line !== undefined && t('imports.inLine', { line: formatNumber(line) })}
    />
  );
};

export const RunResult = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const undo = useUndoImport(run._id);
  const resume = useConfirmImport(run._id);
  const { state, failure, undo: undone } = run;
  const hasWritten = state === 'done' || state === 'stopped';
  return (
    <div className="stack">
      {failure && <FailureNotice failure={failure} />}
      {undone && <UndoneNotice undo={undone} />}
      <Failure error={resume.error} text={t('imports.confirmFailed')} />
      {hasWritten && (
        <div className="row">
          {state === 'stopped' && !failure && (
            <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate({})}>
              {t('imports.continue')}
            </Button>
          )}
          <ConfirmButton
            label={t('imports.undo')}
            question={{
              title: t('imports.undoTitle'),
              text: (
                <>
                  <p>{t(run.kind === 'people' ? 'imports.undoPeopleText' : 'imports.undoText')}</p>
                  <UndoPreview run={run} />
                </>
              ),
            }}
            act={() => undo.mutateAsync(undefined)}
            onGiveUp={undo.cancel}
            done={t('imports.undoStarted')}
            failure={t('imports.undoFailed')}
          />
          <span className="muted">{t('imports.undoUntil', { day: formatDay(run.expiresAt) })}</span>
        </div>
      )}
    </div>
  );
};
