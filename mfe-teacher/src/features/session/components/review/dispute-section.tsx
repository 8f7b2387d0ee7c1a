import { Button, Failure, tokens } from '@qr-attendance/ui-kit';
import type { AttendanceRecord, Dispute } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswerDispute } from '../../api.ts';
import { oneLine } from '../../reason.ts';
import { ReasonField } from './reason-field.tsx';
import { Said } from './said.tsx';

/** What the student says against the mark, and the teacher's answer or a box for it. */
export const DisputeSection = ({ mark, dispute }: { mark: AttendanceRecord; dispute: Dispute }) => {
  const { t } = useTranslation('teacher');
  const section = useRef<HTMLDivElement>(null);
  const answer = useAnswerDispute(mark._id);
  const send = ({ reason }: { reason: string }) =>
    answer.mutate(oneLine(reason), {
      // The form that had the focus is gone, and the answer stands here.
      onSuccess: () => section.current?.focus(),
    });
  return (
    <div ref={section} tabIndex={-1}>
      <Said text={dispute.note} by={`${mark.student.name}, ${formatDayTime(dispute.at)}`} />
      {dispute.answer !== undefined && (
        <Said
          text={dispute.answer}
          by={t('dispute.yourAnswer', { at: dispute.answeredAt ? formatDayTime(dispute.answeredAt) : '' })}
        />
      )}
      {dispute.answeredAt === undefined && (
        <Form<{ reason: string }>
          layout="vertical"
          requiredMark={false}
          onFinish={send}
          style={{ marginBlockStart: tokens.marginSM }}
        >
          <Failure error={answer.error} text={t('dispute.failed')} />
          <ReasonField label={t('dispute.answer')} />
          <p style={{ marginBlockStart: 0, color: tokens.colorTextSecondary }}>{t('dispute.hint')}</p>
          <Button htmlType="submit" loading={answer.isPending}>
            {t('dispute.send')}
          </Button>
        </Form>
      )}
    </div>
  );
};
