import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';

interface Values {
  code?: string;
}

export const ManualCodeForm = ({ onCode }: { onCode: (code: string) => void }) => {
  const { t } = useTranslation('student');
  return (
    <Form<Values>
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={({ code = '' }) => onCode(code.trim())}
    >
      <Form.Item
        name="code"
        label={t('scan.code')}
        extra={t('scan.codeHelp')}
        rules={[{ required: true, whitespace: true, message: t('scan.empty') }]}
      >
        <Input
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          style={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '0.08em' }}
        />
      </Form.Item>
      <Button size="large" block htmlType="submit">
        {t('scan.submit')}
      </Button>
    </Form>
  );
};
