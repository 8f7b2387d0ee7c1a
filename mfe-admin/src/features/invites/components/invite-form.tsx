import { Button, Card, Failure, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';
import { useCreateInvite, type NewInvite } from '../api.ts';
import { CreatedInvite } from './created-invite.tsx';

const names = ['note', 'expiresInDays', 'uses'] satisfies (keyof NewInvite)[];

export const InviteForm = () => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<NewInvite>();
  const create = useCreateInvite();
  const submit = (invite: NewInvite) =>
    create.mutate(invite, {
      onError: (error) => {
        if (showFieldErrors(form, error, names)) create.reset();
      },
    });
  const number = (name: 'expiresInDays' | 'uses', max: number) => (
    <Form.Item
      name={name}
      label={t(`invites.${name}`)}
      rules={[{ required: true, message: t('common:required', { field: t(`invites.${name}`) }) }]}
    >
      <InputNumber min={1} max={max} precision={0} className="full" />
    </Form.Item>
  );
  return (
    <Card title={t('invites.make')}>
      {create.data ? (
        <CreatedInvite code={create.data.code} onClose={() => create.reset()} />
      ) : (
        <>
          <Failure error={create.error} text={t('invites.failed')} />
          <InputForm<NewInvite>
            busy={create.isPending}
            form={form}
            initialValues={{ expiresInDays: 14, uses: 1 }}
            onFinish={submit}
            aria-label={t('invites.make')}
          >
            <Form.Item
              name="note"
              label={t('invites.note')}
              rules={[
                {
                  required: true,
                  whitespace: true,
                  message: t('common:required', { field: t('invites.note') }),
                },
              ]}
            >
              <Input
                maxLength={200}
                autoComplete="off"
                dir="auto"
                placeholder={t('invites.notePlaceholder')}
              />
            </Form.Item>
            <div className="admin-form-row">
              {number('expiresInDays', 365)}
              {number('uses', 10_000)}
            </div>
            <Button type="primary" htmlType="submit" loading={create.isPending}>
              {t('invites.submit')}
            </Button>
          </InputForm>
        </>
      )}
    </Card>
  );
};
