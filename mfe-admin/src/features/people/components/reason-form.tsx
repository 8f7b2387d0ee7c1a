import { Button, Failure, InputForm, type ButtonProps } from '@qr-attendance/ui-kit';
import { useCancelOnClose } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useManagePerson, useMerge } from '../api.ts';

interface Props {
  action: ReturnType<typeof useManagePerson | typeof useMerge>;
  done: string;
  failure: string;
  confirm: string;
  look: Pick<ButtonProps, 'type' | 'danger' | 'disabled'>;
  autoFocus?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

export const ReasonForm = ({ action, done, failure, confirm, look, autoFocus, onClose, children }: Props) => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<{ reason: string }>();
  useCancelOnClose(action);
  const submit = ({ reason }: { reason: string }) =>
    action.mutate(reason.trim(), { done, onSuccess: onClose });
  return (
    <>
      <Failure error={action.error} text={failure} />
      <InputForm busy={action.isPending} form={form} onFinish={submit}>
        <Form.Item
          name="reason"
          label={t('reason')}
          extra={t('reasonHelp')}
          rules={[
            { required: true, whitespace: true, message: t('common:required', { field: t('reason') }) },
          ]}
        >
          <Input autoFocus={autoFocus} autoComplete="off" maxLength={500} dir="auto" />
        </Form.Item>
        {children}
        <div className="admin-dialog-buttons">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button {...look} htmlType="submit" loading={action.isPending}>
            {confirm}
          </Button>
        </div>
      </InputForm>
    </>
  );
};
