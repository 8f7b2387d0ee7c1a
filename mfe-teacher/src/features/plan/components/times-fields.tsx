import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { slotsOf, type PlanValues } from '../plan-values.ts';
import { StartEndFields } from './start-end-fields.tsx';
import { TimeRows } from './time-rows.tsx';

interface Props {
  values: PlanValues;
  weekdays: { value: number; label: string }[];
}

export const TimesFields = ({ values, weekdays }: Props) => {
  const { t } = useTranslation('teacher');
  const form = Form.useFormInstance<PlanValues>();
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <>
      {values.different ? (
        <TimeRows
          name="slots"
          weekdays={weekdays}
          newRow={() => ({ start: values.start, end: values.end })}
        />
      ) : (
        <>
          {/* aria-required is invalid on a group of checkboxes. */}
          <Form.Item
            name="weekdays"
            label={t('plan.weekdays')}
            dependencies={['extraDates']}
            rules={values.extraDates.length > 0 ? [] : [required(t('plan.weekdays'))]}
            required={false}
          >
            <Checkbox.Group options={weekdays} />
          </Form.Item>
          <div className="field-grid">
            <StartEndFields />
          </div>
        </>
      )}
      <Form.Item name="different" valuePropName="checked">
        <Checkbox
          onChange={({ target }) =>
            form.setFieldsValue(
              target.checked
                ? { slots: slotsOf({ ...values, different: false }) }
                : { weekdays: [...new Set(values.slots.map(({ weekday }) => weekday))] },
            )
          }
        >
          {t('plan.different')}
        </Checkbox>
      </Form.Item>
    </>
  );
};
