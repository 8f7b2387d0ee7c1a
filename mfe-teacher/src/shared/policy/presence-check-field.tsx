import { presenceCheckChoiceSchema, type PresenceCheckChoice } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

export const PresenceCheckField = () => {
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
