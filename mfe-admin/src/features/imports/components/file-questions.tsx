import { dayOrderSchema, type ImportKind, type ImportRun } from '@qr-attendance/contracts';
import { choicesOf, normalizeName } from '@qr-attendance/tables';
import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../../shared/native-select.tsx';
import { type Choices, questionsOf } from '../choices.ts';

const NONE = '';

interface Props {
  kind: ImportKind;
  run: ImportRun;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

export const FileQuestions = ({ kind, run, choices, onChange }: Props) => {
  const { t } = useTranslation('admin');
  const { asksDayOrder, unknownValues } = questionsOf(kind, run, choices);
  return (
    <>
      {asksDayOrder && (
        <fieldset className="import-complete">
          <legend>{t('imports.dayOrder')}</legend>
          {dayOrderSchema.options.map((order) => (
            <label key={order}>
              <input
                type="radio"
                name="dayOrder"
                checked={choices.dayOrder === order}
                onChange={() => onChange({ ...choices, dayOrder: order })}
              />
              {t(`imports.dayOrders.${order}`)}
            </label>
          ))}
        </fieldset>
      )}
      {unknownValues.map(({ field, values }) => (
        <fieldset key={field} className="import-complete">
          <legend>{t('imports.meanings', { field: t(`imports.fields.${field}`) })}</legend>
          <div className="import-mapping">
            {values.map(({ text, meaning }) => (
              <NativeSelect
                key={text}
                label={text}
                value={meaning ?? NONE}
                invalid={meaning === undefined}
                options={[
                  { value: NONE, text: t('imports.noMeaning') },
                  ...choicesOf(kind, field).map((value) => ({
                    value,
                    text: t(`imports.meaning.${value}`, value),
                  })),
                ]}
                onChange={(chosen) => {
                  const { [normalizeName(text)]: _before, ...others } = choices.values[field] ?? {};
                  const chosenValues =
                    chosen === NONE ? others : { ...others, [normalizeName(text)]: chosen };
                  onChange({ ...choices, values: { ...choices.values, [field]: chosenValues } });
                }}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
};
