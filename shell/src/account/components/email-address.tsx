import { routes, type EmailAddress as Address } from '@qr-attendance/contracts';
import { Button, Card, Failure, Notice, QueryView, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import {
  apiKey,
  useApi,
  useApiMutation,
  useApiQuery,
  useCancelableMutation,
  whereEmailsAre,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueue } from '../../forms/use-queue.ts';
import { PasswordForm } from '../../forms/password-form.tsx';

const KEY = apiKey(routes.auth.getEmailAddress);

interface Values {
  email: string;
  password: string;
}
const names = ['email', 'password'] satisfies (keyof Values)[];
const refusals = { wrong_password: 'password', email_taken: 'email', email_unchanged: 'email' };

const ChangeForm = ({ present, onClose }: { present: string; onClose: () => void }) => {
  const { t } = useTranslation(['account', 'shell']);
  const api = useApi();
  const queries = useQueryClient();
  const queue = useQueue();
  const [form] = Form.useForm<Values>();
  const change = useCancelableMutation({
    mutationFn: (body: Values) =>
      queue.submitInTurn((turn) => api.call(routes.auth.changeEmailAddress, { ...turn, body })),
    onSuccess: (answer) => {
      if (!answer) return;
      queries.setQueryData(KEY, answer);
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(form, error, names, refusals)) change.reset();
    },
  });
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <PasswordForm<Values>
      form={form}
      label={t('email.change')}
      email={present}
      queue={queue}
      busy={change.isPending}
      error={change.error}
      failure={t('email.changeFailed')}
      onFinish={(values) => change.mutate(values)}
    >
      <Form.Item
        name="email"
        label={t('email.new')}
        rules={[required(t('email.new')), { type: 'email', message: t('shell:register.emailInvalid') }]}
      >
        <Input type="email" autoComplete="email" autoFocus />
      </Form.Item>
      <Form.Item name="password" label={t('change.current')} rules={[required(t('change.current'))]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <div className="row">
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t('email.save')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </PasswordForm>
  );
};

const AddressState = ({ address: { email, verified, newEmail } }: { address: Address }) => {
  const { t } = useTranslation('account');
  const notify = useNotify();
  const queries = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const send = useApiMutation(routes.auth.sendVerificationLink, () => ({}), {
    onSuccess: () => notify.success(t('email.sent', { email: newEmail ?? email, where: whereEmailsAre() })),
  });
  const keep = useApiMutation(routes.auth.cancelEmailChange, () => ({}), {
    onSuccess: (answer) => queries.setQueryData(KEY, answer),
  });
  const problem = send.error ?? keep.error;
  const waiting = newEmail ?? (verified ? undefined : email);
  return (
    <>
      <Failure error={problem} text={t('email.failed')} />
      {waiting === undefined ? (
        <p className="flush below">{t('email.verified')}</p>
      ) : (
        <Notice
          type="info"
          title={
            newEmail === null
              ? t('email.unverified', { where: whereEmailsAre() })
              : t('email.pending', { newEmail, where: whereEmailsAre() })
          }
          className="below"
        />
      )}
      {isChanging ? (
        <ChangeForm present={email} onClose={() => setChanging(false)} />
      ) : (
        <div className="row">
          {waiting !== undefined && (
            <Button onClick={() => send.mutate()} loading={send.isPending}>
              {t('email.sendAgain')}
            </Button>
          )}
          {newEmail !== null && (
            <Button onClick={() => keep.mutate()} loading={keep.isPending}>
              {t('email.keep')}
            </Button>
          )}
          <Button onClick={() => setChanging(true)}>{t('email.change')}</Button>
        </div>
      )}
    </>
  );
};

export const EmailAddress = () => {
  const { t } = useTranslation('account');
  const address = useApiQuery(routes.auth.getEmailAddress);
  return (
    <Card title={t('email.title')} help={t('email.help')}>
      <QueryView query={address} errorMessage={t('email.unknown')}>
        {(known) => <AddressState address={known} />}
      </QueryView>
    </Card>
  );
};
