import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';

/** For whom the camera does not work: the teacher's screen shows the code in letters too. */
export const ManualForm = ({ onCode }: { onCode: (code: string) => void }) => {
  const { t } = useTranslation('student');
  return (
    <Form<{ code: string }>
      layout="vertical"
      requiredMark={false}
      onFinish={({ code }) => onCode(code)}
      aria-label={t('scan.manual')}
    >
      <Form.Item
        name="code"
        label={t('scan.code')}
        extra={t('scan.live.words')}
        rules={[{ required: true, whitespace: true, message: t('specified:codeEmpty') }]}
      >
        <Input
          size="large"
          placeholder={t('scan.codePlaceholder')}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={300}
          enterKeyHint="go"
        />
      </Form.Item>
      <Button htmlType="submit" size="large" block style={{ marginBlockStart: 8 }}>
        {t('scan.submit')}
      </Button>
    </Form>
  );
};
