import type { IssuerCheck } from '@qr-attendance/contracts';
import { Button, Card, Failure, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCreateProvider } from '../api.ts';
import {
  fieldNames,
  newValues,
  otherFields,
  toNewProvider,
  type ProviderValues,
} from '../provider-values.ts';
import type { Issuer } from './issuer-form.tsx';
import { ClientFields, MappingFields } from './provider-fields.tsx';

const EMAIL_SCOPES = ['openid', 'profile', 'email'];

/** The default scopes that the provider supports; all default scopes if the provider lists none. */
const scopesFor = ({ scopes }: IssuerCheck): string =>
  scopes.length === 0 ? newValues.scopes : EMAIL_SCOPES.filter((scope) => scopes.includes(scope)).join(' ');

export const NewProviderForm = ({ provider, issuer, check }: Issuer & { check: IssuerCheck }) => {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [form] = Form.useForm<ProviderValues>();
  const create = useCreateProvider();
  const submit = () =>
    create.mutate(toNewProvider(provider, { ...(form.getFieldsValue(true) as ProviderValues), issuer }), {
      done: t('providers.created'),
      onSuccess: ({ _id }) => void navigate(`/admin/providers/${_id}`),
      onError: (error) => {
        if (showFieldErrors(form, error, fieldNames, otherFields)) create.reset();
      },
    });
  return (
    <Card title={t('providers.step3')} help={t('providers.step3Help')}>
      <InputForm<ProviderValues>
        busy={create.isPending}
        form={form}
        initialValues={{ ...newValues, scopes: scopesFor(check) }}
        onFinish={submit}
        aria-label={t('providers.step3')}
      >
        <ClientFields secretHelp={t('providers.newSecretHelp')} />
        <MappingFields stated={check.claims} listsMfa={check.supportsMfa} />
        <Failure error={create.error} text={t('providers.createFailed')} />
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('providers.create')}
        </Button>
      </InputForm>
    </Card>
  );
};
