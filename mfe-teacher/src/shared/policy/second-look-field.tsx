import { tokens } from '@qr-attendance/ui-kit';
import { secondLookChoiceSchema, type SecondLookChoice } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

/** Whether the class is asked once more, inside a form whose values are `PolicyFormValues`. */
export const SecondLookField = () => {
  const { t } = useTranslation('teacher');
  return (
    <Form.Item
      name={['policy', 'secondLook']}
      label={t('secondLook.choice')}
      extra={t('secondLook.choiceHelp')}
      getValueProps={(chosen: SecondLookChoice = 'off') => ({ value: chosen })}
      style={{ marginBlock: `${tokens.marginSM}px 0` }}
    >
      <Select
        options={secondLookChoiceSchema.options.map((value) => ({ value, label: t(`secondLook.${value}`) }))}
      />
    </Form.Item>
  );
};
