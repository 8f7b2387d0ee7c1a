import { ScanOutlined } from '@ant-design/icons';
import { Button, InputForm, Notice, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import { deviceLabel, messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useAddPasskey } from '../api.ts';
import { passkeyFailure, type PasskeyFailure } from '@qr-attendance/ui-kit/passkey';

interface Values {
  name: string;
}
const sentences = {
  cancelled: 'specified:biometricFailed',
  known: 'passkeys.known',
  unsupported: 'specified:biometricUnsupported',
  broken: 'passkeys.addFailed',
} as const satisfies Record<PasskeyFailure, string>;

export const PasskeyForm = () => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const add = useAddPasskey();
  const save = ({ name }: Values) =>
    add.mutate(name.trim(), {
      onSuccess: () => notify.success(t('passkeys.added')),
      onError: (error) => {
        if (showFieldErrors(form, error, ['name'])) add.reset();
      },
    });
  return (
    <>
      <InputForm<Values>
        busy={add.isPending}
        form={form}
        initialValues={{ name: deviceLabel(navigator.userAgent) ?? t('passkeys.defaultName') }}
        onFinish={save}
        aria-label={t('passkeys.add')}
      >
        {add.error && (
          <Notice
            type={passkeyFailure(add.error) === 'known' ? 'info' : 'error'}
            title={messageOf(add.error, t(sentences[passkeyFailure(add.error)]))}
            className="below"
          />
        )}
        <Form.Item
          name="name"
          label={t('passkeys.name')}
          rules={[{ required: true, whitespace: true, message: t('passkeys.nameRequired') }]}
        >
          <Input maxLength={50} autoComplete="off" dir="auto" />
        </Form.Item>
        <Button type="primary" htmlType="submit" icon={<ScanOutlined aria-hidden />} loading={add.isPending}>
          {t('passkeys.add')}
        </Button>
      </InputForm>
    </>
  );
};
