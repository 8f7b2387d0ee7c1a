import { importKindSchema, type ImportRun } from '@qr-attendance/contracts';
import { Button, Card, Failure } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DifferentFileError, useDiscardImport, useUpload } from '../api.ts';
import { FileDrop } from './file-drop.tsx';

export const ContinueUpload = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { upload, percent } = useUpload();
  const discard = useDiscardImport(run._id);
  const kind = importKindSchema.safeParse(run.kind).data;
  if (!kind) return null;
  return (
    <Card title={t('imports.uploadStopped')} help={t('imports.uploadStoppedHelp', { file: run.fileName })}>
      <div className="stack form-width">
        <FileDrop
          busy={upload.isPending}
          percent={percent}
          onFile={(file) => upload.mutate({ kind, file, begun: run })}
        />
        <Failure
          error={upload.error}
          text={t(upload.error instanceof DifferentFileError ? 'imports.otherFile' : 'imports.uploadFailed')}
        />
        <div className="row">
          <Button
            loading={discard.isPending}
            onClick={() => discard.mutate(undefined, { onSuccess: () => void navigate('/admin/imports') })}
          >
            {t('imports.discard')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
