import type { Term } from '@qr-attendance/contracts';
import { Drawer, EditForm, Failure } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveTerm } from '../api.ts';
import { toNewTerm, valuesOf, type TermValues } from '../term-values.ts';
import { BreakFields } from './break-fields.tsx';
import { DayRange } from './day-range.tsx';

interface Props {
  term: Term | undefined;
  onClose: () => void;
}

export const TermDrawer = ({ term, onClose }: Props) => {
  const { t } = useTranslation('admin');
  // Keeps the term as it was when editing began, so that a concurrent change is not overwritten.
  const [initialTerm] = useState(term);
  const save = useSaveTerm(initialTerm);
  const title = initialTerm ? t('terms.editOf', { name: initialTerm.name }) : t('terms.add');
  const required = (field: string) => ({
    required: true,
    whitespace: true,
    message: t('required', { field }),
  });
  return (
    <Drawer title={title} onClose={onClose}>
      <EditForm<TermValues>
        name={title}
        scrollToFirstError
        initialValues={valuesOf(initialTerm)}
        mutation={save}
        send={(values, outcome) => save.mutate(toNewTerm(values), outcome)}
        fields={['name', 'externalId', 'firstDay', 'lastDay']}
        done={({ name }) => t('terms.saved', { name })}
        confirm={t(initialTerm ? 'terms.save' : 'terms.create')}
        onClose={onClose}
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
      </EditForm>
    </Drawer>
  );
};
