import { routes } from '@qr-attendance/contracts';
import { Button, InputForm, Notice, showFieldErrors } from '@qr-attendance/ui-kit';
import { ApiError, messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueueNotice } from '../forms/queue-notice.tsx';
import { useQueue } from '../forms/use-queue.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { FormCard } from '../pages/form-card.tsx';
import { weakPasswordAt } from '../pages/password-rules.ts';
import { NewPasswordFields } from './components/new-password-fields.tsx';
import { useSignOutTo } from './use-sign-out-to.ts';
import { useMailedToken } from './use-mailed-token.ts';

interface Values {
  password?: string;
  newPassword?: string;
}
type Step = 'press' | 'password' | 'new-password';

const places = weakPasswordAt('newPassword');
const isOtherBrowser = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.code === 'verification_elsewhere';

/** Verifies only after a press, because mail scanners open links. */
export const VerifyEmailPage = () => {
  const { t } = useTranslation(['account', 'shell']);
  const { api, state, reload } = useIdentityState();
  const leave = useSignOutTo();
  const token = useMailedToken();
  const queue = useQueue();
  const [form] = Form.useForm<Values>();
  const [step, setStep] = useState<Step>('press');
  const [canChoosePassword, setCanChoosePassword] = useState(false);
  const [progress, setProgress] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useState<string>();
  const isSignedIn = state.status === 'signed-in';
  const fail = (failure: unknown) => {
    setProgress('asked');
    if (isOtherBrowser(failure)) {
      setCanChoosePassword(failure.details['mayChoosePassword'] === true);
      setStep('password');
    } else if (!showFieldErrors(form, failure, ['password', 'newPassword'], places))
      setError(messageOf(failure, t('verify.failed')));
  };
  const verify = async ({ password, newPassword }: Values = {}) => {
    setProgress('busy');
    setError(undefined);
    try {
      const body = {
        token: token ?? '',
        ...(password !== undefined && { password }),
        ...(newPassword !== undefined && { newPassword }),
      };
      const done = await queue.submitInTurn(async (turn) => {
        await api.call(routes.auth.verifyEmailAddress, { ...turn, body });
        return true;
      });
      if (!done) return setProgress('asked');
      // Setting a new password has ended every sign-in, including the one in this browser.
      if (newPassword !== undefined) return leave('passwordReset', '/account/check');
      setProgress('done');
      // The email address may have changed.
      if (isSignedIn) await reload();
    } catch (failure) {
      fail(failure);
    }
  };
  const show = (next: Step) => {
    setError(undefined);
    setStep(next);
  };
  const submit = (label: string) => (
    <Button type="primary" size="large" block htmlType="submit" loading={progress === 'busy'}>
      {label}
    </Button>
  );
  const askForPassword = () => (
    <>
      <Notice type="info" title={t('verify.elsewhere')} className="below" />
      <Form.Item
        name="password"
        label={t('shell:login.password')}
        rules={[{ required: true, message: t('common:required', { field: t('shell:login.password') }) }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
      </Form.Item>
      {submit(t('verify.submit'))}
      {canChoosePassword && (
        <Button type="text" block onClick={() => show('new-password')}>
          {t('verify.takeOver')}
        </Button>
      )}
    </>
  );
  const askForNewPassword = () => (
    <>
      <p className="flush below">{t('verify.takeOverHelp')}</p>
      <NewPasswordFields />
      {submit(t('verify.takeOverSubmit'))}
      <Button type="text" block onClick={() => show('password')}>
        {t('verify.back')}
      </Button>
    </>
  );
  const content = () => {
    if (progress === 'done') return <Notice type="success" title={t('verify.done')} role="status" />;
    if (token === undefined) return <Notice type="info" title={t('verify.noToken')} />;
    if (step === 'press')
      return (
        <>
          <p className="flush below">{t('verify.help')}</p>
          <Button
            type="primary"
            size="large"
            block
            onClick={() => void verify()}
            loading={progress === 'busy'}
          >
            {t('verify.submit')}
          </Button>
        </>
      );
    return (
      <>
        <QueueNotice wait={queue.wait} onLeave={queue.leave} />
        <InputForm<Values>
          busy={progress === 'busy'}
          key={step}
          form={form}
          preserve={false}
          onFinish={({ password, newPassword }) => void verify({ password, newPassword })}
        >
          {step === 'password' ? askForPassword() : askForNewPassword()}
        </InputForm>
      </>
    );
  };
  const other = isSignedIn
    ? { to: '/account', label: t('verify.toAccount') }
    : { to: '/login', label: t('forgot.toLogin') };
  return (
    <FormCard title={t('verify.title')} error={error} other={other}>
      {content()}
    </FormCard>
  );
};
