import { LATE_AFTER_MINUTES } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';

interface Props {
  emptyHelp?: string;
  placeholder?: string;
}

/** Minutes after the start from which marks are late; part of a form with `lateAfterMinutes`. */
export const LateField = ({ emptyHelp, placeholder }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <Form.Item
      name="lateAfterMinutes"
      label={t('change.lateAfter')}
      extra={emptyHelp ?? t('change.lateAfterHelp')}
      rules={[
        {
          required: emptyHelp === undefined,
          type: 'number',
          ...LATE_AFTER_MINUTES,
          message: t('change.lateAfterRange', LATE_AFTER_MINUTES),
        },
      ]}
    >
      <InputNumber inputMode="numeric" precision={0} placeholder={placeholder} className="field-width" />
    </Form.Item>
  );
};
