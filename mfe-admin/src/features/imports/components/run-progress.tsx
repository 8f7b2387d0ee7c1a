import { importStateSchema, knownOr, type ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useStop } from '../api.ts';

export const RunProgress = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const stop = useStop(run._id);
  const state = t(`imports.states.${knownOr(importStateSchema, run.state)}`);
  return (
    <Card title={state} help={t('imports.progressHelp')}>
      <div className="stack">
        <progress
          className="import-progress"
          aria-label={state}
          max={100}
          {...(run.progress !== undefined && { value: run.progress })}
        />
        <Failure error={stop.error} text={t('imports.stopFailed')} />
        {run.state !== 'undoing' && (
          <div className="row">
            <Button loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {t('imports.stop')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
};
