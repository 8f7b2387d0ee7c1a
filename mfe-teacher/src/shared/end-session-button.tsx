import type { Session } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndSession } from './api/end-session.ts';

interface Props {
  session: Session;
  /** Shown when the server gives no text of its own. */
  failure: string;
  type?: 'default' | 'link';
}

/** Ending writes absences and cannot be undone, so it asks first. */
export const EndSessionButton = ({ session, failure, type = 'default' }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const end = useEndSession();
  const confirm = async () => {
    try {
      await end.mutateAsync(session);
      notify.success(t('endSession.done'));
    } catch (error) {
      notify.error(messageOf(error, failure));
    }
    setAsking(false);
  };
  return (
    <>
      <Button danger type={type} onClick={() => setAsking(true)}>
        {t('endSession.button')}
      </Button>
      <Modal
        open={asking}
        title={t('endSession.title', { course: session.course.code })}
        okText={t('endSession.button')}
        okButtonProps={{ danger: true }}
        cancelText={t('endSession.cancel')}
        confirmLoading={end.isPending}
        onOk={confirm}
        onCancel={() => setAsking(false)}
      >
        {t('endSession.explain')}
      </Modal>
    </>
  );
};
