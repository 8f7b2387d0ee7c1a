import { providerSecondFactorSchema } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

const required = (message: string) => ({ required: true, whitespace: true, message });

const Claim = ({
  name,
  isRequired = false,
}: {
  name: 'institutionId' | 'name' | 'email' | 'role';
  isRequired?: boolean;
}) => {
  const { t } = useTranslation('admin');
  const label = t(`providers.claims.${name}`);
  return (
    <Form.Item
      name={['claims', name]}
      label={label}
      extra={t(`providers.claimHelp.${name}`)}
      rules={isRequired ? [required(t('common:required', { field: label }))] : []}
    >
      <Input maxLength={100} autoComplete="off" spellCheck={false} className="code-text" />
    </Form.Item>
  );
};

interface MappingProps {
  /** The claims that the provider lists. */
  stated?: string[] | undefined;
  /** Whether the provider lists the REFEDS MFA Profile, which does not mean that it asks everybody for a second factor. */
  listsMfa?: boolean | undefined;
}

/** Fields that map claims to people, and say how far the provider is trusted. */
export const MappingFields = ({ stated = [], listsMfa = false }: MappingProps) => {
  const { t } = useTranslation('admin');
  return (
    <>
      <h3 className="title above below-xs">{t('providers.mapping')}</h3>
      <p className="flush below muted wrap">
        {t('providers.mappingHelp')}
        {stated.length > 0 && ` ${t('providers.stated', { claims: stated.join(', ') })}`}
      </p>
      <Claim name="institutionId" />
      <div className="admin-form-row">
        <Claim name="name" isRequired />
        <Claim name="email" isRequired />
      </div>
      <Claim name="role" />
      <div className="admin-form-row">
        {(['staff', 'student'] as const).map((role) => (
          <Form.Item
            key={role}
            name={['roleValues', role]}
            label={t(`providers.roleValues.${role}`)}
            extra={t('providers.roleValuesHelp')}
          >
            <Select mode="tags" tokenSeparators={[',']} open={false} suffixIcon={null} />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="unknownPeople" label={t('providers.unknownPeople')}>
        <Radio.Group aria-label={t('providers.unknownPeople')} className="stack gap-xs">
          {(['refuse', 'create'] as const).map((choice) => (
            <Radio key={choice} value={choice}>
              {t(`providers.unknown.${choice}`)}
              <span className="block muted small">{t(`providers.unknownHelp.${choice}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item
        name="secondFactor"
        label={t('providers.secondFactor')}
        extra={listsMfa ? t('providers.mfaListed') : undefined}
      >
        <Radio.Group aria-label={t('providers.secondFactor')} className="stack gap-xs">
          {providerSecondFactorSchema.options.map((choice) => (
            <Radio key={choice} value={choice}>
              {t(`providers.secondFactors.${choice}`)}
              <span className="block muted small">{t(`providers.secondFactorHelp.${choice}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
    </>
  );
};

/**
 * The client credentials of this product at the provider. `secretHelp` differs if a secret is already stored.
 */
export const ClientFields = ({ secretHelp }: { secretHelp: string }) => {
  const { t } = useTranslation('admin');
  const text = (name: 'name' | 'clientId' | 'scopes', maxLength: number) => (
    <Form.Item
      name={name}
      label={t(`providers.${name}`)}
      extra={t(`providers.${name}Help`)}
      rules={[required(t('common:required', { field: t(`providers.${name}`) }))]}
    >
      <Input maxLength={maxLength} autoComplete="off" spellCheck={false} dir="auto" />
    </Form.Item>
  );
  return (
    <>
      {text('name', 100)}
      {text('clientId', 500)}
      <Form.Item name="clientSecret" label={t('providers.clientSecret')} extra={secretHelp}>
        <Input.Password maxLength={1_000} autoComplete="new-password" />
      </Form.Item>
      {text('scopes', 500)}
    </>
  );
};
