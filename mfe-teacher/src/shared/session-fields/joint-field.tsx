import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { JointChoice } from '../joint-class.ts';

/** Sections of other courses that take part in the class. Shown only where there is a choice. */
export const JointField = ({ choices }: { choices: JointChoice[] }) => {
  const { t } = useTranslation('teacher');
  if (choices.length === 0) return null;
  return (
    <Form.Item name="joint" label={t('joint.field')} extra={t('joint.help')}>
      <Select
        mode="multiple"
        placeholder={t('joint.none')}
        showSearch={{ optionFilterProp: 'label' }}
        options={choices}
      />
    </Form.Item>
  );
};
