import { importKindSchema, type ImportKind } from '@qr-attendance/contracts';
import { Card, Failure, Notice } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useImportFiles, useSources, useUpload } from '../api.ts';
import { NativeSelect } from '../../../shared/native-select.tsx';
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
  const files = useImportFiles();
  const isAsked = sources.length > 1;
  const send = (file: File) => {
    setIsSourceMissing(isAsked && source === '');
    if (isAsked && source === '') return;
    const details = { kind, file, ...(isAsked && { source }) };
    upload.mutate(details, { onSuccess: ({ _id }) => void navigate(`/admin/imports/${_id}`) });
  };
  return (
    <Card title={t('imports.new')} help={t(`imports.kindHelp.${kind}`)}>
      <div className="stack form-width">
        <NativeSelect
          label={t('imports.kind')}
          value={kind}
          options={importKindSchema.options.map((value) => ({ value, text: t(`imports.kinds.${value}`) }))}
          onChange={(value) => setKind(importKindSchema.parse(value))}
        />
        {isAsked && (
          <NativeSelect
            label={t('imports.source')}
            value={source}
            options={[
              { value: '', text: t('imports.chooseSource') },
              ...sources.map((value) => ({ value, text: value })),
            ]}
            invalid={isSourceMissing}
            onChange={(value) => {
              setSource(value);
              setIsSourceMissing(false);
            }}
          />
        )}
        {isSourceMissing && <Notice type="error" role="alert" title={t('imports.sourceMissing')} />}
        <Failure error={sourcesError} text={t('imports.sourcesFailed')} />
        <FileDrop busy={upload.isPending} percent={percent} onFile={send} />
        <FileButtons label={t('imports.template')} name={kind} load={files.template(kind)} />
        <Failure error={upload.error} text={t('imports.uploadFailed')} />
      </div>
    </Card>
  );
};
