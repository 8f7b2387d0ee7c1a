import type { IdentityProvider } from '@qr-attendance/contracts';
import { Button, Card, EditForm, Facts, Failure, useEditing } from '@qr-attendance/ui-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeProvider } from '../api.ts';
import { fieldNames, otherFields, secondFactorOf, toChanges, valuesOf } from '../provider-values.ts';
import { ClientFields, MappingFields } from './provider-fields.tsx';

const ChangeForm = ({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const change = useChangeProvider(provider._id);
  // The provider can be loaded again while the form shows the values of an earlier version.
  const [version] = useState(provider.version);
  return (
    <EditForm
      name={t('providers.settings')}
      initialValues={valuesOf(provider)}
      mutation={change}
      send={(values, outcome) => change.mutate(toChanges(values, version), outcome)}
      fields={fieldNames}
      otherFields={otherFields}
      done={t('providers.saved')}
      confirm={t('providers.save')}
      onClose={onClose}
    >
      <Form.Item
        name="issuer"
        label={t('providers.issuer')}
        extra={t(provider.identities > 0 ? 'providers.issuerKept' : 'providers.issuerHelp')}
        rules={[{ required: true, message: t('common:required', { field: t('providers.issuer') }) }]}
      >
        <Input
          type="url"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          readOnly={provider.identities > 0}
        />
      </Form.Item>
      <ClientFields secretHelp={t(provider.hasSecret ? 'providers.secretHelp' : 'providers.newSecretHelp')} />
      {provider.hasSecret && (
        <Form.Item name="removesSecret" valuePropName="checked">
          <Checkbox>{t('providers.removeSecret')}</Checkbox>
        </Form.Item>
      )}
      <MappingFields />
      <Failure error={change.error} text={t('providers.saveFailed')} />
    </EditForm>
  );
};

const SettingsFacts = ({ provider }: { provider: IdentityProvider }) => {
  const { t } = useTranslation('admin');
  const { issuer, clientId, hasSecret, scopes, claims, roleValues, unknownPeople } = provider;
  const listed = (values: string[]) => values.join(', ') || t('providers.none');
  return (
    <Facts
      columns={2}
      facts={[
        { name: t('providers.issuer'), value: <span className="wrap">{issuer}</span>, wide: true },
        { name: t('providers.clientId'), value: <span className="wrap">{clientId}</span> },
        {
          name: t('providers.clientSecret'),
          value: t(hasSecret ? 'providers.hasSecret' : 'providers.noSecret'),
        },
        { name: t('providers.scopes'), value: scopes },
        { name: t('providers.claims.institutionId'), value: claims.institutionId ?? t('providers.none') },
        { name: t('providers.claims.name'), value: claims.name },
        { name: t('providers.claims.email'), value: claims.email },
        { name: t('providers.claims.role'), value: claims.role ?? t('providers.none') },
        claims.role !== null && {
          name: t('providers.roleValues.staff'),
          value: listed(roleValues.staff),
        },
        claims.role !== null && {
          name: t('providers.roleValues.student'),
          value: listed(roleValues.student),
        },
        {
          name: t('providers.unknownPeople'),
          value: t(`providers.unknown.${unknownPeople === 'create' ? 'create' : 'refuse'}`),
        },
        {
          name: t('providers.secondFactor'),
          value: t(`providers.secondFactors.${secondFactorOf(provider)}`),
        },
      ]}
    />
  );
};

export const ProviderSettings = ({ provider }: { provider: IdentityProvider }) => {
  const { t } = useTranslation('admin');
  const { editing, edit, close, shown } = useEditing<HTMLHeadingElement>();
  return (
    <Card
      title={t('providers.settings')}
      titleRef={shown}
      aside={!editing && <Button onClick={edit}>{t('providers.change')}</Button>}
    >
      {editing ? <ChangeForm provider={provider} onClose={close} /> : <SettingsFacts provider={provider} />}
    </Card>
  );
};
