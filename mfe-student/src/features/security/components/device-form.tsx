import { useNotify } from '@qr-attendance/ui-kit';
import { getDeviceId, useStudentProfile } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useRegisterDevice } from '../api/register-device.ts';
import { FormError } from './form-error.tsx';
import { SectionCard } from './section-card.tsx';

/** Specification, section 9. */
const NAME_LENGTH = 50;

interface Values {
  deviceName: string;
}

export const DeviceForm = () => {
  const { t } = useTranslation('student');
  const { registeredDevices } = useStudentProfile();
  const notify = useNotify();
  const register = useRegisterDevice();
  const deviceId = getDeviceId();
  const known = registeredDevices.find((device) => device.deviceId === deviceId);
  const save = ({ deviceName }: Values) =>
    register.mutate({ deviceId, deviceName }, { onSuccess: () => notify.success(t('security.device.done')) });
  return (
    <SectionCard
      title={t('security.device.title')}
      help={t(known ? 'security.device.some' : 'security.device.none')}
    >
      <Form<Values>
        layout="vertical"
        requiredMark={false}
        initialValues={{ deviceName: known?.deviceName ?? navigator.userAgent.slice(0, NAME_LENGTH) }}
        onFinish={save}
        aria-label={t('security.device.title')}
      >
        <FormError error={register.error} fallback={t('security.device.failed')} />
        <Form.Item
          name="deviceName"
          label={t('security.device.name')}
          rules={[
            {
              required: true,
              whitespace: true,
              message: t('security.required', { field: t('security.device.name') }),
            },
          ]}
        >
          <Input size="large" maxLength={NAME_LENGTH} />
        </Form.Item>
        <Form.Item label={t('security.device.id')} htmlFor="device-id">
          <Input id="device-id" size="large" readOnly variant="filled" value={deviceId} />
        </Form.Item>
        <Button type={known ? 'default' : 'primary'} block htmlType="submit" loading={register.isPending}>
          {t('security.device.register')}
        </Button>
      </Form>
    </SectionCard>
  );
};
