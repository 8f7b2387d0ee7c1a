import { importKindSchema, type ImportKind } from '@qr-attendance/contracts';
import { Card, Failure, Notice } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFiles, useUpload } from '../api.ts';
import { Choice } from '../../../shared/choice.tsx';
import { FileButtons } from './file-buttons.tsx';
import { FileDrop } from './file-drop.tsx';

export const NewImport = () => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [kind, setKind] = useState<ImportKind>('people');
  const { sources, error: sourcesError } = useSources();
  const [source, setSource] = useState('');
  const [isSourceMissing, setIsSourceMissing] = useState(false);
  const { upload, percent } = useUpload();
  const files = useFiles();
  return (
    <Card title={t('imports.new')} help={t(`imports.kindHelp.${kind}`)}>
      <div className="stack form-width">
        <Choice
          label={t('imports.kind')}
          value={kind}
          options={importKindSchema.options.map((value) => ({ value, text: t(`imports.kinds.${value}`) }))}
          onChange={(value) => setKind(importKindSchema.parse(value))}
        />
        <FileDrop
          busy={upload.isPending}
          percent={percent}
          onFile={(file) =>
            upload.mutate({ kind, file }, { onSuccess: ({ _id }) => void navigate(`/admin/imports/${_id}`) })
          }
        />
        <FileButtons label={t('imports.template')} name={kind} load={files.template(kind)} />
        <Failure error={upload.error} text={t('imports.uploadFailed')} />
      </div>
    </Card>
  );
};
