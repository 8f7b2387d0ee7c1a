import type { Term } from '@qr-attendance/contracts';
import { Button, Drawer, Failure, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveTerm } from '../api.ts';
import { toNewTerm, valuesOf, type TermValues } from '../term-values.ts';
import { BreakFields } from './break-fields.tsx';
import { DayRange } from './day-range.tsx';

const names = ['name', 'externalId', 'firstDay', 'lastDay'] as const;

interface Props {
  term: Term | undefined;
  onClose: () => void;
}

export const TermDrawer = ({ term, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const [form] = Form.useForm<TermValues>();
  // The term as it was when editing began, so that a concurrent change is not overwritten.
  const [seen] = useState(term);
  const save = useSaveTerm(seen);
  const title = seen ? t('terms.editOf', { name: seen.name }) : t('terms.add');
  const required = (field: string) => ({
    required: true,
    whitespace: true,
    message: t('terms.required', { field }),
  });
  const submit = (values: TermValues) =>
    save.mutate(toNewTerm(values), {
      onSuccess: () => {
        notify.success(t('terms.saved', { name: values.name }));
        onClose();
      },
      onError: (error) => void showFieldErrors(form, error, names),
    });
  return (
    <Drawer title={title} onClose={onClose}>
      <Form<TermValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        initialValues={valuesOf(seen)}
        onFinish={submit}
        aria-label={title}
      >
        <Form.Item name="name" label={t('terms.name')} rules={[required(t('terms.name'))]}>
          <Input maxLength={100} autoComplete="off" dir="auto" placeholder={t('terms.namePlaceholder')} />
        </Form.Item>
        <DayRange
          first={{ label: t('terms.firstDay') }}
          last={{ label: t('terms.lastDay'), required: true }}
        />
        <Form.Item name="externalId" label={t('terms.externalId')} extra={t('terms.externalIdHelp')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <BreakFields />
        <Failure error={save.error} text={t('terms.saveFailed')} />
        <div className="row">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t(seen ? 'terms.save' : 'terms.create')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </Form>
    </Drawer>
  );
};
