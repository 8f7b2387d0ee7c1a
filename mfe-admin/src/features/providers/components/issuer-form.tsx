import { knownOrOther, providerIdSchema, type IssuerCheck } from '@qr-attendance/contracts';
import { Button, Card, Failure, InputForm, Notice, showFieldErrors } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useCheckIssuer } from '../api.ts';

export interface Issuer {
  provider: string;
  issuer: string;
}

const problems = ['insecure', 'unreachable', 'no_document', 'other_issuer', 'no_algorithm'] as const;

const CheckResult = ({ check }: { check: IssuerCheck }) => {
  const { t } = useTranslation('admin');
  const { problem, supportsLogout, supportsBackChannelLogout } = check;
  if (problem !== null)
    return (
      <Notice
        type="error"
        className="above"
        title={t(`providers.problems.${knownOrOther({ options: problems }, problem)}`)}
      />
    );
  return (
    <Notice
      type="success"
      role="status"
      className="above"
      title={t('providers.checked')}
      description={
        <>
          <p className="flush">{t(supportsLogout ? 'providers.logout' : 'providers.noLogout')}</p>
          <p className="flush">
            {t(supportsBackChannelLogout ? 'providers.backChannel' : 'providers.noBackChannel')}
          </p>
        </>
      }
    />
  );
};

interface Props {
  check: IssuerCheck | undefined;
  /** Receives the checked issuer, or undefined after the user has changed a field. */
  onChecked: (checked: (Issuer & { check: IssuerCheck }) | undefined) => void;
}

export const IssuerForm = ({ check, onChecked }: Props) => {
  const { t } = useTranslation('admin');
  const [form] = Form.useForm<Issuer>();
  const send = useCheckIssuer();
  const submit = (issuer: Issuer) =>
    send.mutate(issuer, {
      onSuccess: (answer) => onChecked({ ...issuer, check: answer }),
      onError: (error) => {
        if (showFieldErrors(form, error, ['provider', 'issuer'])) send.reset();
      },
    });
  const required = (field: string) => ({ required: true, message: t('common:required', { field }) });
  return (
    <Card title={t('providers.step1')} help={t('providers.step1Help')}>
      <Failure error={send.error} text={t('providers.checkFailed')} />
      <InputForm<Issuer>
        busy={send.isPending}
        form={form}
        onFinish={submit}
        onValuesChange={() => onChecked(undefined)}
        aria-label={t('providers.step1')}
      >
        <Form.Item
          name="provider"
          label={t('providers.id')}
          extra={t('providers.idHelp')}
          rules={[
            required(t('providers.id')),
            {
              validator: (_rule, typed = '') =>
                typed === '' || providerIdSchema.safeParse(typed).success
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('providers.idInvalid'))),
            },
          ]}
        >
          <Input maxLength={30} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="issuer"
          label={t('providers.issuer')}
          extra={t('providers.issuerHelp')}
          rules={[required(t('providers.issuer'))]}
        >
          <Input type="url" maxLength={500} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Button
          type={check?.problem === null ? 'default' : 'primary'}
          htmlType="submit"
          loading={send.isPending}
        >
          {t('providers.check')}
        </Button>
      </InputForm>
      {check && <CheckResult check={check} />}
    </Card>
  );
};
