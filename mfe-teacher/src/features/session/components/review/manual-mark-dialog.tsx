import type { AttendanceRecord, Session } from '@qr-attendance/contracts';
import { Dialog, Failure, useNotify, tokens } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkManually, type ManualMark } from '../../api/mark-manually.ts';
import { oneLine } from '../../reason.ts';
import { ReasonField } from './reason-field.tsx';
import { StatusField } from './status-field.tsx';
import { StudentChoice } from './student-choice.tsx';

type Values = Omit<ManualMark, 'sessionId'>;
interface Props {
  session: Session;
  records: AttendanceRecord[];
  /** Known already; chosen in the dialog otherwise. */
  student?: AttendanceRecord['student'] | undefined;
  onClose: () => void;
}

/** Marks someone who is there and can't prove it: no such device, an empty battery. */
export const ManualMarkDialog = ({ session, records, student, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const formId = useId();
  const mark = useMarkManually();
  const close = () => {
    mark.cancel();
    onClose();
  };
  const save = ({ studentId, status, reason }: Values) =>
    mark.mutate(
      { sessionId: session._id, studentId: student?._id ?? studentId, status, reason: oneLine(reason) },
      {
        onSuccess: (record) => {
          notify.success(t('manual.done', { name: record.student.name }));
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={student ? t('manual.titleOf', { name: student.name }) : t('manual.title')}
      width={560}
      onClose={close}
      buttons={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={mark.isPending}>
            {t('manual.submit')}
          </Button>
        </>
      }
    >
      <Form<Values>
        id={formId}
        layout="vertical"
        requiredMark={false}
        initialValues={{ status: 'PRESENT' }}
        onFinish={save}
        aria-label={t('manual.title')}
      >
        <p style={{ marginBlockStart: 0, color: tokens.colorTextSecondary }}>{t('manual.explain')}</p>
        <Failure error={mark.error} text={t('manual.failed')} />
        {!student && (
          <StudentChoice
            courseId={session.course._id}
            marked={new Set(records.map((record) => record.student._id))}
          />
        )}
        <StatusField />
        <ReasonField
          label={t('review.reason')}
          placeholder={t('manual.reasonExample')}
          autoFocus={student !== undefined}
        />
      </Form>
    </Dialog>
  );
};
