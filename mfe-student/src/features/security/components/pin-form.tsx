import { useNotify } from '@qr-attendance/ui-kit';
import { useStudentProfile } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useSetPin } from '../api/set-pin.ts';
import { confirmProblem, pinProblem, type PinProblem } from '../pin-problem.ts';
import { FormError } from './form-error.tsx';
import { SectionCard } from './section-card.tsx';

interface Values {
  pin: string;
  confirm: string;
}
const digitsInput = { inputMode: 'numeric', autoComplete: 'new-password', size: 'large' } as const;

export const PinForm = () => {
  const { t } = useTranslation('student');
  const { hasPin } = useStudentProfile();
  const notify = useNotify();
  const setPin = useSetPin();
  const [form] = Form.useForm<Values>();

  const told = (problem: PinProblem | undefined): Promise<void> =>
    problem ? Promise.reject(new Error(t(`security.pin.problem.${problem}`))) : Promise.resolve();
  const save = ({ pin }: Values) =>
    setPin.mutate(pin, {
      onSuccess: () => {
        form.resetFields();
        notify.success(t('security.pin.done'));
      },
    });
  return (
    <SectionCard title={t('security.pin.title')} help={t(hasPin ? 'security.pin.some' : 'security.pin.none')}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ pin: '', confirm: '' }}
        onFinish={save}
        aria-label={t('security.pin.title')}
      >
        <FormError error={setPin.error} fallback={t('security.pin.failed')} />
        <Form.Item
          name="pin"
          label={t('security.pin.pin')}
          rules={[{ validator: (_rule, pin: string) => told(pinProblem(pin)) }]}
        >
          <Input.Password {...digitsInput} />
        </Form.Item>
        <Form.Item
          name="confirm"
          label={t('security.pin.confirm')}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, confirm: string) =>
                told(confirmProblem(getFieldValue('pin') as string, confirm)),
            }),
          ]}
        >
          <Input.Password {...digitsInput} />
        </Form.Item>
        <Button type="primary" block htmlType="submit" loading={setPin.isPending}>
          {t('security.pin.set')}
        </Button>
      </Form>
    </SectionCard>
  );
};
