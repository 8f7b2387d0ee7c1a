import { asCompleteKind, importKindSchema, type ImportRun } from '@qr-attendance/contracts';
import { fieldsOf } from '@qr-attendance/tables';
import { Button, Card, Failure, PlainForm } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreview } from '../api.ts';
import { choicesOfRun, missingFields, questionsOf, toPreviewOptions } from '../choices.ts';
import { FieldChoice } from './field-choice.tsx';
import { FileQuestions } from './file-questions.tsx';

/**
 * Callers must include the run and its header in the React key, so that the form starts with the mapping
 * suggested for the file.
 */
export const MappingForm = ({ run }: { run: ImportRun }) => {
  const { t } = useTranslation('admin');
  const [choices, setChoices] = useState(() => choicesOfRun(run));
  const [complete, setComplete] = useState(run.complete);
  const preview = usePreview(run._id);
  const kind = importKindSchema.safeParse(run.kind).data;
  if (!kind) return null;
  const completeKind = asCompleteKind(kind);
  const missing = missingFields(kind, choices);
  const isDayOrderMissing = questionsOf(kind, run, choices).asksDayOrder && !choices.dayOrder;
  const columns = (run.header ?? []).map((column, index) => {
    const example = run.firstLines?.find((line) => line[index])?.[index];
    return { value: String(index), text: example ? `${column} (${example})` : column };
  });
  const canSubmit = missing.length === 0 && !isDayOrderMissing;
  const submit = () => {
    if (canSubmit) preview.mutate({ ...toPreviewOptions(choices), complete });
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
          {fieldsOf(kind).map(({ name, required }) => (
            <FieldChoice
              key={name}
              name={name}
              label={t(required ? 'imports.fieldRequired' : 'imports.fieldOptional', {
                field: t(`imports.fields.${name}`),
              })}
              required={required}
              isJoinable={run.kind === 'people' && name === 'name'}
              columns={columns}
              choices={choices}
              onChange={setChoices}
            />
          ))}
        </div>
        <FileQuestions kind={kind} run={run} choices={choices} onChange={setChoices} />
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
              fields: missing.map((name) => t(`imports.fields.${name}`)).join(', '),
            })}
          </p>
        )}
        <Failure error={preview.error} text={t('imports.previewFailed')} />
        <div className="row">
          <Button type="primary" htmlType="submit" disabled={!canSubmit} loading={preview.isPending}>
            {t('imports.preview')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
};
