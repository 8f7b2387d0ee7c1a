import { Button, Failure, InputForm } from '@qr-attendance/ui-kit';
import type { AttendanceRecord, Dispute } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswerDispute } from '../../api/review-marks.ts';
import { MAX_REASON_LENGTH, toSingleLine } from '../../reason.ts';
import { Quote } from './quote.tsx';

interface Props {
  mark: AttendanceRecord;
  dispute: Dispute;
  canAnswer: boolean;
}

export const DisputeSection = ({ mark, dispute, canAnswer }: Props) => {
  const { t } = useTranslation('teacher');
  const section = useRef<HTMLDivElement>(null);
  const answer = useAnswerDispute(mark, dispute);
  const send = ({ reason }: { reason: string }) =>
    answer.mutate(toSingleLine(reason), {
      // Moves the focus, because the form that had it was removed.
      onSuccess: () => section.current?.focus(),
    });
  return (
    <div ref={section} tabIndex={-1}>
      <Quote text={dispute.note} by={`${mark.student.name}, ${formatDayTime(dispute.at)}`} />
      {dispute.answer !== undefined && (
        <Quote
          text={dispute.answer}
          by={t('dispute.yourAnswer', { at: dispute.answeredAt ? formatDayTime(dispute.answeredAt) : '' })}
        />
      )}
      {canAnswer && dispute.answeredAt === undefined && (
        <InputForm<{ reason: string }> busy={answer.isPending} onFinish={send} className="above-sm">
          <Failure error={answer.error} text={t('dispute.failed')} />
          <Form.Item
            name="reason"
            label={t('dispute.answer')}
            rules={[
              {
                required: true,
                whitespace: true,
                message: t('common:required', { field: t('dispute.answer') }),
              },
            ]}
          >
            <Input.TextArea rows={2} maxLength={MAX_REASON_LENGTH} />
          </Form.Item>
          <p className="flush below muted">{t('dispute.hint')}</p>
          <Button htmlType="submit" loading={answer.isPending}>
            {t('dispute.send')}
          </Button>
        </InputForm>
      )}
    </div>
  );
};
