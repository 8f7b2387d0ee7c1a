import { TimeField } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The row of a list of the form; missing for fields of the form itself. */
  row?: [list: string, index: number];
}

/** The fields `start` and `end`. */
export const StartAndEnd = ({ row }: Props) => {
  const { t } = useTranslation('teacher');
  const required = (field: string) => ({ required: true, message: t('form.required', { field }) });
  const start = row ? [...row, 'start'] : 'start';
  return (
    <>
      <Form.Item
        name={row ? [row[1], 'start'] : 'start'}
        label={t('generate.startTime')}
        rules={[required(t('generate.startTime'))]}
      >
        <TimeField />
      </Form.Item>
      <Form.Item
        name={row ? [row[1], 'end'] : 'end'}
        label={t('plan.end')}
        dependencies={[start]}
        rules={[
          required(t('plan.end')),
          ({ getFieldValue }) => ({
            validator: async (_rule, end?: string) => {
              if (end && end <= String(getFieldValue(start))) throw new Error(t('generate.endBeforeStart'));
            },
          }),
        ]}
      >
        <TimeField />
      </Form.Item>
    </>
  );
};
