import { MAX_DEVICES, type RegisteredDevice } from '@qr-attendance/contracts';
import { Button, Card, InputForm, Notice, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import { defaultDeviceName, DeviceKeyError, getDeviceId, messageOf } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceState } from '../../../shared/device-state.ts';
import { useRegisterDevice } from '../api.ts';

interface Values {
  deviceName: string;
}

const MAX_NAME_LENGTH = 50;

export const DeviceForm = ({ devices }: { devices: RegisteredDevice[] }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const deviceIdFieldId = useId();
  const register = useRegisterDevice();
  const deviceId = getDeviceId();
  const registered = devices.find((device) => device.deviceId === deviceId);
  const keyless = registered !== undefined && deviceState(registered) === 'keyless';
  const full = !registered && devices.length >= MAX_DEVICES;
  const help = keyless
    ? 'security.deviceKeyless'
    : registered
      ? 'security.deviceKnown'
      : full
        ? 'security.deviceFull'
        : 'security.deviceHelp';
  const [form] = Form.useForm<Values>();
  const save = ({ deviceName }: Values) =>
    register.mutate(deviceName.trim(), {
      onSuccess: () => notify.success(t('specified:deviceSaved')),
      onError: (error) => {
        if (showFieldErrors(form, error, ['deviceName'])) register.reset();
      },
    });
  return (
    <Card id="form-device" title={t('security.registerDevice')} help={t(help)}>
      {!registered && (
        <p className="flush below">
          {t('security.deviceCount', { count: devices.length, most: MAX_DEVICES })}
        </p>
      )}
      {register.error && (
        <Notice
          type="error"
          title={messageOf(register.error, t('specified:deviceFailed'))}
          description={
            register.error instanceof DeviceKeyError ? t(`security.noKey.${register.error.code}`) : undefined
          }
          className="below"
        />
      )}
      <InputForm<Values>
        busy={register.isPending}
        form={form}
        initialValues={{ deviceName: registered?.deviceName ?? defaultDeviceName() }}
        onFinish={save}
        aria-label={t('security.registerDevice')}
      >
        <Form.Item
          name="deviceName"
          label={t('security.deviceName')}
          rules={[{ required: true, whitespace: true, message: t('security.deviceNameRequired') }]}
        >
          <Input maxLength={MAX_NAME_LENGTH} autoComplete="off" dir="auto" />
        </Form.Item>
        <Form.Item label={t('security.deviceId')} htmlFor={deviceIdFieldId}>
          <Input id={deviceIdFieldId} value={deviceId} readOnly variant="filled" />
        </Form.Item>
        <Button
          type={registered && !keyless ? 'default' : 'primary'}
          htmlType="submit"
          disabled={full}
          loading={register.isPending}
        >
          {t(registered && !keyless ? 'security.deviceRename' : 'security.deviceSubmit')}
        </Button>
      </InputForm>
    </Card>
  );
};
