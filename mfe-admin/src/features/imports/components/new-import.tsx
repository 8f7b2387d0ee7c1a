import { importKindSchema, type ImportKind } from '@qr-attendance/contracts';
import { Card, Failure } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useUpload } from '../api.ts';
import { Choice } from '../../../shared/choice.tsx';
import { FileDrop } from './file-drop.tsx';

export const NewImport = () => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [kind, setKind] = useState<ImportKind>('people');
  const { upload, percent } = useUpload();
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
        <Failure error={upload.error} text={t('imports.uploadFailed')} />
      </div>
    </Card>
  );
};
