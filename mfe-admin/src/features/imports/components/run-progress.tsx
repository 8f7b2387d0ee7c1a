import { importStateSchema, knownOrOther, type ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useStopImport } from '../api.ts';

export const RunProgress = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const stop = useStopImport(run._id);
  const state = t(`imports.states.${knownOrOther(importStateSchema, run.state)}`);
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
