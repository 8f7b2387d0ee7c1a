import type { RequiredChecks } from '@qr-attendance/contracts';
import { Button, Card, InputForm, PageHeader, QueryView, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checks, useSaveInstitutionFloor, useInstitutionPolicy } from '../../../shared/institution-policy.ts';

const FloorForm = ({ floor }: { floor: RequiredChecks }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const decide = useSaveInstitutionFloor();
  const [changes, setChanges] = useState<Partial<RequiredChecks>>({});
  const chosen = { ...floor, ...changes };
  const choose = (name: keyof RequiredChecks, checked: boolean) =>
    setChanges(({ [name]: _, ...others }) =>
      checked === floor[name] ? others : { ...others, [name]: checked },
    );
  const save = () =>
    decide.mutate(changes, {
      onSuccess: () => {
        setChanges({});
        notify.success(t('floor.saved'));
      },
      onError: (error) => notify.error(messageOf(error, t('floor.failed'))),
    });
  return (
    <Card>
      <InputForm busy={decide.isPending} layout="horizontal" onFinish={save} aria-label={t('floor.title')}>
        {checks.map((name) => (
          <Form.Item key={name} className="below-xs">
            <Checkbox checked={chosen[name]} onChange={({ target }) => choose(name, target.checked)}>
              {t(`floor.check.${name}`)}
            </Checkbox>
          </Form.Item>
        ))}
        <p className="flush above-xs below">{t('floor.when')}</p>
        <Button type="primary" htmlType="submit" loading={decide.isPending}>
          {t('floor.save')}
        </Button>
      </InputForm>
    </Card>
  );
};

export const RequirementsPage = () => {
  const { t } = useTranslation('admin');
  const policy = useInstitutionPolicy();
  return (
    <>
      <PageHeader title={t('floor.title')} help={t('floor.help')} />
      <QueryView query={policy} errorMessage={t('floor.loadFailed')}>
        {({ floor }) => <FloorForm floor={floor} />}
      </QueryView>
    </>
  );
};
