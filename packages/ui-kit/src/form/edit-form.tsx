import { useCancelOnClose, type Outcome } from '@qr-attendance/web-kit';
import type { FormProps } from 'antd';
import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { InputForm } from './input-form.tsx';
import { showFieldErrors } from './show-field-errors.ts';

interface Props<Values> extends Pick<FormProps<Values>, 'form' | 'className' | 'scrollToFirstError'> {
  name: string;
  initialValues: Values;
  /** The mutation that `send` starts; closing the form cancels it. */
  mutation: { isPending: boolean; cancel: () => void };
  /** Must pass `outcome` to the mutation. */
  send: (values: Values, outcome: Outcome<unknown>) => void;
  /** Form fields that show errors from the server. `otherFields` maps server fields with other names. */
  fields: readonly string[];
  otherFields?: Readonly<Record<string, string[]>>;
  done: string | ((values: Values) => string);
  confirm: string;
  onClose: () => void;
  children: ReactNode;
}

/** Saves and closes, or shows errors at the fields. */
export const EditForm = <Values extends object>({
  name,
  mutation,
  send,
  fields,
  otherFields,
  done,
  confirm,
  onClose,
  children,
  ...props
}: Props<Values>) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>(props.form);
  useCancelOnClose(mutation);
  const save = () => {
    // Includes values without a visible field, which would otherwise be lost.
    const values = form.getFieldsValue(true) as Values;
    send(values, {
      done: typeof done === 'string' ? done : done(values),
      onSuccess: onClose,
      onError: (error) => void showFieldErrors(form, error, fields, otherFields),
    });
  };
  return (
    <InputForm<Values> busy={mutation.isPending} {...props} form={form} onFinish={save} aria-label={name}>
      {children}
      <div className="row">
        <Button type="primary" htmlType="submit" loading={mutation.isPending}>
          {confirm}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </InputForm>
  );
};
