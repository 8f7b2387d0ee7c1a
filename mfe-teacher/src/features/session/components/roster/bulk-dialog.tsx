import type { AttendanceStatus } from '@qr-attendance/contracts';
import { Dialog, Failure } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { oneLine } from '../../reason.ts';
import { ReasonField } from '../review/reason-field.tsx';
import { StatusField } from '../review/status-field.tsx';

interface Values {
  status: AttendanceStatus;
  reason: string;
}
interface Props {
  /** How many students. */
  count: number;
  busy: boolean;
  error: unknown;
  onSet: (status: AttendanceStatus, reason: string) => void;
  onClose: () => void;
}

/** One status and one reason for several students. */
export const BulkDialog = ({ count, busy, error, onSet, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const formId = useId();
  const title = t('roster.bulk.title', { count });
  return (
    <Dialog
      title={title}
      width={560}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={busy}>
            {t('roster.bulk.submit')}
          </Button>
        </>
      }
    >
      <Form<Values>
        id={formId}
        layout="vertical"
        requiredMark={false}
        onFinish={({ status, reason }) => onSet(status, oneLine(reason))}
        aria-label={title}
      >
        <Failure error={error} text={t('roster.setFailed')} />
        <StatusField />
        <ReasonField label={t('review.reason')} placeholder={t('roster.bulk.example')} />
      </Form>
    </Dialog>
  );
};
