import { LockOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowEvent, Refusal } from '../flow.ts';
import { hintFor } from '../refusal-of.ts';
import { Problem } from './problem.tsx';
import { StepCard } from './step-card.tsx';

interface Props {
  /** Why it is asked again. */
  redo: Refusal | undefined;
  tell: (event: FlowEvent) => void;
}

export const PinStep = ({ redo, tell }: Props) => {
  const { t } = useTranslation('attendance');
  const whyId = useId();
  const [form] = Form.useForm<{ pin: string }>();
  const wrong = redo?.code === 'wrong_pin' ? redo.message : undefined;
  useEffect(() => {
    // With the tries left, beside the field that it is about; gone as soon as something else is typed.
    if (wrong) form.setFields([{ name: 'pin', errors: [wrong] }]);
  }, [form, wrong]);
  return (
    <StepCard
      icon={<LockOutlined />}
      title={t('pin.title')}
      why={<span id={whyId}>{t('pin.why')}</span>}
      hasOwnFocus
    >
      {redo && !wrong && <Problem message={redo.message} hint={hintFor(redo.code, t)} />}
      <Form<{ pin: string }>
        form={form}
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
            aria-describedby={whyId}
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
