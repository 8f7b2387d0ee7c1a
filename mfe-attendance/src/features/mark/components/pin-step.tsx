import { LockOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import type { FlowEvent } from '../flow.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  /** Why it is asked again. */
  redo: string | undefined;
  tell: (event: FlowEvent) => void;
}

export const PinStep = ({ redo, tell }: Props) => {
  const { t } = useTranslation('attendance');
  return (
    <StepCard icon={<LockOutlined />} title={t('pin.title')} why={t('pin.why')} hasOwnFocus>
      {redo && <Problem message={redo} />}
      <Form<{ pin: string }>
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={({ pin }) => tell({ type: 'pin-entered', pin })}
      >
        <Form.Item
          name="pin"
          label={t('pin.label')}
          rules={[{ required: true, message: t('pin.missing') }]}
          normalize={(typed: string) => typed.replace(/\D/g, '')}
        >
          <Input.Password
            size="large"
            autoFocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            enterKeyHint="next"
          />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit">
          {t('pin.action')}
        </Button>
      </Form>
    </StepCard>
  );
};
