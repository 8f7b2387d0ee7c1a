import { Button, Card, Failure, InputForm, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useSetPin } from '../api.ts';
import { pinProblem } from '../pin-rules.ts';

interface Values {
  pin?: string;
  confirmPin?: string;
}
const digitInputProps = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const;
const reject = async (problem: string | undefined) => {
  if (problem) throw new Error(problem);
};

export const PinForm = ({ hasPin }: { hasPin: boolean }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const setPin = useSetPin();
  const problemOf = (pin: string) => {
    const problem = pinProblem(pin);
    return problem && t(problem);
  };
  const save = ({ pin = '' }: Values) =>
    setPin.mutate(pin, {
      onSuccess: () => {
        form.resetFields();
        notify.success(t('specified:pinSaved'));
      },
      onError: (error) => {
        if (showFieldErrors(form, error, ['pin'])) setPin.reset();
      },
    });
  return (
    <Card id="form-pin" title={t('security.setPin')}>
      <p className="flush below muted">
        {t('security.pinHelp')} {hasPin && t('security.pinKnown')}
      </p>
      <Failure error={setPin.error} text={t('specified:pinFailed')} />
      <InputForm<Values>
        busy={setPin.isPending}
        form={form}
        validateTrigger="onSubmit"
        onFinish={save}
        aria-label={t('security.setPin')}
      >
        <Form.Item
          name="pin"
          label={t('security.pin')}
          rules={[{ validator: (_rule, pin: string = '') => reject(problemOf(pin)) }]}
        >
          <Input.Password {...digitInputProps} />
        </Form.Item>
        <Form.Item
          name="confirmPin"
          label={t('security.confirmPin')}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, confirm: string = '') =>
                reject(confirm === (getFieldValue('pin') ?? '') ? undefined : t('specified:pinsDiffer')),
            }),
          ]}
        >
          <Input.Password {...digitInputProps} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={setPin.isPending} className="above-xs">
          {t('security.pinSubmit')}
        </Button>
      </InputForm>
    </Card>
  );
};
