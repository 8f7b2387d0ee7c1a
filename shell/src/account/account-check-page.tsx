import { routes, type AccountCheck, type InputOf } from '@qr-attendance/contracts';
import {
  Button,
  Card,
  Failure,
  InputForm,
  LinkButton,
  PageHeader,
  QueryView,
  showFieldErrors,
  useNotify,
} from '@qr-attendance/ui-kit';
import { apiKey, formatDay, useApiMutation, useApiQuery, useIdentity } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SignedInPage } from '../identity/signed-in-page.tsx';
import { areaOf } from '../identity/user-kind.ts';

const PIN = 'pin';

interface Values {
  devices?: string[];
  passkeys?: string[];
  pin?: string[];
}
type Option = { value: string; label: string };

type Change = InputOf<typeof routes.auth.dropFromAccount, 'body'>;

const useDrop = () => {
  const { t } = useTranslation('account');
  const { reload } = useIdentity();
  const queries = useQueryClient();
  const notify = useNotify();
  return useApiMutation(routes.auth.dropFromAccount, (body: Change) => ({ body }), {
    onSuccess: async (left) => {
      queries.setQueryData(apiKey(routes.auth.getAccountCheck), left);
      notify.success(t('check.done'));
      await reload();
    },
  });
};

const NameForm = ({ name }: { name: string }) => {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<{ name: string }>();
  const save = useDrop();
  const submit = (values: { name: string }) =>
    save.mutate(values, {
      onError: (error) => {
        if (showFieldErrors(form, error, ['name'])) save.reset();
      },
    });
  return (
    <Card title={t('check.name')} help={t('check.nameHelp')}>
      <Failure error={save.error} text={t('check.failed')} />
      <InputForm busy={save.isPending} form={form} initialValues={{ name }} onFinish={submit}>
        <Form.Item
          name="name"
          label={t('check.name')}
          rules={[
            { required: true, whitespace: true, message: t('common:required', { field: t('check.name') }) },
          ]}
        >
          <Input autoComplete="name" maxLength={200} dir="auto" />
        </Form.Item>
        <Button htmlType="submit" loading={save.isPending}>
          {t('check.saveName')}
        </Button>
      </InputForm>
    </Card>
  );
};

const Choices = ({ name, title, options }: { name: keyof Values; title: string; options: Option[] }) =>
  options.length === 0 ? null : (
    <Form.Item name={name} label={title}>
      <Checkbox.Group className="stack gap-xs" options={options} />
    </Form.Item>
  );

const isEmpty = ({ devices, passkeys, hasPin }: AccountCheck) =>
  devices.length + passkeys.length === 0 && !hasPin;

const DropForm = ({ check: found }: { check: AccountCheck }) => {
  const { devices, passkeys, hasPin } = found;
  const { t } = useTranslation('account');
  const [form] = Form.useForm<Values>();
  const [chosen, setChosen] = useState(0);
  const drop = useDrop();
  const submit = (values: Values) =>
    drop.mutate(
      { devices: values.devices ?? [], passkeys: values.passkeys ?? [], pin: (values.pin ?? []).length > 0 },
      {
        onSuccess: () => {
          form.resetFields();
          setChosen(0);
        },
      },
    );
  const count = (_changed: Values, all: Values) =>
    setChosen(Object.values(all).flat().filter(Boolean).length);
  if (isEmpty(found)) return <p>{t('check.nothing')}</p>;
  return (
    <>
      <Failure error={drop.error} text={t('check.failed')} />
      <InputForm<Values> busy={drop.isPending} form={form} onFinish={submit} onValuesChange={count}>
        <Choices
          name="devices"
          title={t('check.devices')}
          options={devices.map(({ deviceId, deviceName: name, lastUsed }) => ({
            value: deviceId,
            label: lastUsed
              ? t('check.device', { name, day: formatDay(lastUsed) })
              : t('check.unusedDevice', { name }),
          }))}
        />
        <Choices
          name="passkeys"
          title={t('check.passkeys')}
          options={passkeys.map(({ id, name, createdAt }) => ({
            value: id,
            label: t('check.passkey', { name, day: formatDay(createdAt) }),
          }))}
        />
        <Choices
          name="pin"
          title={t('check.pin')}
          options={hasPin ? [{ value: PIN, label: t('check.hasPin') }] : []}
        />
        {devices.length > 0 && <p>{t('check.wait')}</p>}
        <Button danger htmlType="submit" disabled={chosen === 0} loading={drop.isPending}>
          {t('check.drop')}
        </Button>
      </InputForm>
    </>
  );
};

const Check = () => {
  const { t } = useTranslation('account');
  const { user } = useIdentity();
  const check = useApiQuery(routes.auth.getAccountCheck);
  return (
    <div className="column">
      <PageHeader
        title={t('check.title')}
        // A new account, for example of a new administrator, has nothing to check.
        help={check.data && (isEmpty(check.data) ? t('check.helpNothing') : t('check.help'))}
      />
      <QueryView query={check} errorMessage={t('check.unknown')}>
        {(found) => (
          <div className="stack">
            {found.mayCorrectName && <NameForm name={found.name} />}
            <DropForm check={found} />
          </div>
        )}
      </QueryView>
      <p className="above-lg">
        <LinkButton to={areaOf(user)}>{t('check.continue')}</LinkButton>
      </p>
    </div>
  );
};

export const AccountCheckPage = () => (
  <SignedInPage>
    <Check />
  </SignedInPage>
);
