import type { ManagedPerson } from '@qr-attendance/contracts';
import { Button, ConfirmPassword, Dialog, needsPassword, Notice, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useManagePerson, type ActionWithReason } from '../api.ts';

interface Props {
  action: ActionWithReason;
  person: ManagedPerson;
  onClose: () => void;
}

export const PersonDialog = ({ action, person, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const [form] = Form.useForm<{ reason: string }>();
  const manage = useManagePerson(action, person);
  const { name, email, mergedInto } = person;
  const submit = ({ reason }: { reason: string }) =>
    manage.mutate(reason.trim(), {
      onSuccess: () => {
        notify.success(t(`${action}.done`, { name }));
        onClose();
      },
    });
  return (
    <Dialog
      title={t(`${action}.of`, { name })}
      text={t(`${action}.text`, { name, email, kept: mergedInto?.name ?? '' })}
      onClose={onClose}
    >
      {needsPassword(manage.error) && <ConfirmPassword namespace="admin" onConfirmed={() => form.submit()} />}
      {manage.error && !needsPassword(manage.error) && (
        <Notice type="error" title={messageOf(manage.error, t(`${action}.failed`))} className="below" />
      )}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} disabled={manage.isPending}>
        <Form.Item
          name="reason"
          label={t('reason')}
          extra={t('reasonHelp')}
          rules={[
            { required: true, whitespace: true, message: t('common:required', { field: t('reason') }) },
          ]}
        >
          <Input autoFocus autoComplete="off" maxLength={500} dir="auto" />
        </Form.Item>
        {action === 'erase' && (
          <Form.Item
            name="confirm"
            label={<bdi className="admin-dialog-typed">{t('erase.confirm', { email })}</bdi>}
            rules={[
              {
                validator: (_rule, typed = '') =>
                  typed.trim().toLowerCase() === email.toLowerCase()
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('erase.mismatch', { email }))),
              },
            ]}
          >
            <Input autoComplete="off" inputMode="email" />
          </Form.Item>
        )}
        <div className="admin-dialog-buttons">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button danger htmlType="submit" loading={manage.isPending}>
            {t(`${action}.open`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
