import { Button, Failure, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import { useCancelOnClose } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useDisputeMark } from '../api.ts';

interface Values {
  note: string;
}
const MAX_NOTE_LENGTH = 500;
const toSingleLine = (typed: string) => typed.replace(/\p{Cc}+/gu, ' ');

interface Props {
  id: string;
  onCancel: () => void;
}

export const DisputeForm = ({ id, onCancel }: Props) => {
  const { t } = useTranslation('student');
  const [form] = Form.useForm<Values>();
  const dispute = useDisputeMark(id);
  useCancelOnClose(dispute);
  const send = ({ note }: Values) =>
    dispute.mutate(note.trim(), {
      onError: (error) => {
        if (showFieldErrors(form, error, ['note'])) dispute.reset();
      },
    });
  return (
    <>
      <p className="flush below-xs">{t('mark.dispute.help')}</p>
      <Failure error={dispute.error} text={t('mark.dispute.failed')} />
      <InputForm<Values>
        busy={dispute.isPending}
        form={form}
        validateTrigger="onSubmit"
        onFinish={send}
        aria-label={t('mark.dispute.title')}
      >
        <Form.Item
          name="note"
          label={t('mark.dispute.note')}
          normalize={toSingleLine}
          rules={[{ required: true, whitespace: true, message: t('mark.dispute.noteRequired') }]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={MAX_NOTE_LENGTH} dir="auto" />
        </Form.Item>
        <div className="row">
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={dispute.isPending}>
            {t('mark.dispute.submit')}
          </Button>
        </div>
      </InputForm>
    </>
  );
};
