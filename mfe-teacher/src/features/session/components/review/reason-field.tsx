import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { MAX_REASON_LENGTH } from '../../reason.ts';

interface Props {
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
}

export const ReasonField = ({ label, placeholder, autoFocus = false }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <Form.Item
      name="reason"
      label={label}
      rules={[{ required: true, whitespace: true, message: t('form.required', { field: label }) }]}
    >
      <Input.TextArea
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        placeholder={placeholder}
        autoFocus={autoFocus}
      />
    </Form.Item>
  );
};
