import { DayField, dayRule } from '@qr-attendance/ui-kit';
import { isDay } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The position in a list of a form; missing for fields of the form itself. */
  index?: number;
  first: { label: string };
  last: { label: string; required?: boolean };
}

/** The fields `firstDay` and `lastDay`, beside each other. */
export const DayRange = ({ index, first, last }: Props) => {
  const { t } = useTranslation('admin');
  const nameOf = (name: string) => (index === undefined ? name : [index, name]);
  const pathOf = (name: string) => (index === undefined ? name : ['breaks', index, name]);
  const required = (field: string) => ({ required: true, message: t('required', { field }) });
  // Not validated while typing.
  const whenLeft = { validateTrigger: 'onBlur', validateFirst: true };
  return (
    <div className="admin-form-row">
      <Form.Item
        name={nameOf('firstDay')}
        label={first.label}
        rules={[required(first.label), dayRule]}
        {...whenLeft}
      >
        <DayField />
      </Form.Item>
      <Form.Item
        name={nameOf('lastDay')}
        label={last.label}
        dependencies={[pathOf('firstDay')]}
        rules={[
          ...(last.required ? [required(last.label)] : []),
          dayRule,
          ({ getFieldValue }) => ({
            validator: async (_rule, day?: string) => {
              const start = String(getFieldValue(pathOf('firstDay')));
              if (day && isDay(start) && day < start) throw new Error(t('terms.lastBeforeFirst'));
            },
          }),
        ]}
        {...whenLeft}
      >
        <DayField />
      </Form.Item>
    </div>
  );
};
