import {
  BURST_WINDOW_MS,
  type PresenceCheckChoice,
  presenceCheckChoiceSchema,
  type RequiredChecks,
} from '@qr-attendance/contracts';
import { currentLanguage } from '@qr-attendance/web-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PolicyFormValues, findNetworksProblem } from './policy-draft.ts';
import { checkNames } from './use-describe-policy.ts';
import Select from 'antd/es/select';

interface Props {
  autoFocus?: boolean;
  floor?: RequiredChecks | undefined;
}

export const PolicyFields = ({ autoFocus = false, floor }: Props) => {
  const { t } = useTranslation('teacher');
  const form = Form.useFormInstance<PolicyFormValues>();
  // Without https no browser can sign, so rejecting unsigned marks would reject all marks.
  const [choosesSigning] = useState(
    () => 'subtle' in crypto || form.getFieldValue(['policy', 'allowUnsigned']) === false,
  );
  const showsBurstCodes = Form.useWatch(['policy', 'burstCodes'], form) === true;
  return (
    <>
      {checkNames.map((name, index) => (
        <Form.Item key={name} name={['policy', name]} valuePropName="checked" className="below-xs">
          <Checkbox autoFocus={autoFocus && index === 0} disabled={floor?.[name]}>
            {t(`policy.check.${name}`)}
            <span className="block muted small">
              {t(floor?.[name] ? 'policy.byInstitution' : `policy.help.${name}`)}
            </span>
          </Checkbox>
        </Form.Item>
      ))}
      {choosesSigning && (
        <Form.Item
          name={['policy', 'allowUnsigned']}
          valuePropName="checked"
          getValueProps={(allowed?: boolean) => ({ checked: allowed !== false })}
          className="below-xs"
        >
          <Checkbox>
            {t('policy.allowUnsigned')}
            <span className="block muted small">{t('policy.allowUnsignedHelp')}</span>
          </Checkbox>
        </Form.Item>
      )}
      <Form.Item name={['policy', 'burstCodes']} valuePropName="checked" className="below-xs">
        <Checkbox>
          {t('policy.live', {
            seconds: new Intl.NumberFormat(currentLanguage()).format(BURST_WINDOW_MS / 1000),
          })}
          <span className="block muted small">{t('policy.liveHelp')}</span>
        </Checkbox>
      </Form.Item>
      {showsBurstCodes && (
        <Form.Item
          name={['policy', 'allowWords']}
          valuePropName="checked"
          getValueProps={(allowed?: boolean) => ({ checked: allowed !== false })}
          className="below-xs indent"
        >
          <Checkbox>
            {t('policy.allowWords')}
            <span className="block muted small">{t('policy.allowWordsHelp')}</span>
          </Checkbox>
        </Form.Item>
      )}
      <PresenceCheckField />
      <Form.Item
        name={['policy', 'networks']}
        label={t('policy.networks')}
        extra={t('policy.networksHelp')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: async (_rule, typed: string) => {
              const problem = findNetworksProblem(typed);
              if (problem?.kind === 'not-a-network')
                throw new Error(t('policy.notANetwork', { line: problem.line }));
              if (problem) throw new Error(t('policy.tooManyNetworks', { max: problem.max }));
            },
          },
        ]}
        className="flush above-sm"
      >
        <Input.TextArea rows={3} spellCheck={false} autoCapitalize="off" dir="ltr" />
      </Form.Item>
    </>
  );
};

const PresenceCheckField = () => {
  const { t } = useTranslation('teacher');
  return (
    <Form.Item
      name={['policy', 'presenceCheck']}
      label={t('presenceCheck.choice')}
      extra={t('presenceCheck.choiceHelp')}
      getValueProps={(chosen: PresenceCheckChoice = 'off') => ({ value: chosen })}
      className="flush above-sm"
    >
      <Select
        options={presenceCheckChoiceSchema.options.map((value) => ({
          value,
          label: t(`presenceCheck.${value}`),
        }))}
      />
    </Form.Item>
  );
};
