import {
  completeKindOf,
  IMPORT_FIELDS,
  importKindSchema,
  type ImportFieldName,
  type ImportRun,
} from '@qr-attendance/contracts';
import { Button, Card, Failure, PlainForm } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreview } from '../api.ts';
import { Choice } from '../../../shared/choice.tsx';

const NONE = '';

/** Keyed by the run, so that another one starts with its own suggestion. */
export const MappingForm = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const [mapping, setMapping] = useState<Record<string, number>>(run.mapping ?? {});
  const [complete, setComplete] = useState(run.complete);
  const preview = usePreview(run._id);
  const kind = importKindSchema.safeParse(run.kind).data;
  if (!kind) return null;
  const completeKind = completeKindOf(kind);
  const columns = run.header ?? [];
  const fields: readonly { name: ImportFieldName; required: boolean }[] = IMPORT_FIELDS[kind];
  const missing = fields.filter(({ name, required }) => required && mapping[name] === undefined);
  const exampleOf = (index: number) => run.firstLines?.find((line) => line[index])?.[index];
  const choose = (field: string, value: string) =>
    setMapping(({ [field]: _before, ...others }) =>
      value === NONE ? others : { ...others, [field]: Number(value) },
    );
  const submit = () => {
    if (missing.length === 0) preview.mutate({ mapping, complete });
  };
  return (
    <Card title={t('imports.mapping')} help={t('imports.mappingHelp')}>
      <PlainForm
        busy={preview.isPending}
        onSubmit={submit}
        className="stack"
        aria-label={t('imports.mapping')}
      >
        <div className="import-mapping">
          {fields.map(({ name, required }) => (
            <Choice
              key={name}
              label={t(required ? 'imports.fieldRequired' : 'imports.fieldOptional', {
                field: t(`imports.fields.${name}`),
              })}
              value={String(mapping[name] ?? NONE)}
              invalid={required && mapping[name] === undefined}
              options={[
                { value: NONE, text: t('imports.noColumn') },
                ...columns.map((column, index) => {
                  const example = exampleOf(index);
                  return { value: String(index), text: example ? `${column} (${example})` : column };
                }),
              ]}
              onChange={(value) => choose(name, value)}
            />
          ))}
        </div>
        {completeKind && (
          <fieldset className="import-complete">
            <legend>{t(`imports.completeQuestion.${completeKind}`)}</legend>
            {[false, true].map((value) => (
              <label key={String(value)}>
                <input
                  type="radio"
                  name="complete"
                  checked={complete === value}
                  onChange={() => setComplete(value)}
                />
                {t(`imports.${value ? 'complete' : 'changesOnly'}.${completeKind}`)}
              </label>
            ))}
          </fieldset>
        )}
        {missing.length > 0 && (
          <p className="flush warning-text" role="status">
            {t('imports.missingColumns', {
              fields: missing.map(({ name }) => t(`imports.fields.${name}`)).join(', '),
            })}
          </p>
        )}
        <Failure error={preview.error} text={t('imports.previewFailed')} />
        <div className="row">
          <Button type="primary" htmlType="submit" disabled={missing.length > 0} loading={preview.isPending}>
            {t('imports.preview')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
};
