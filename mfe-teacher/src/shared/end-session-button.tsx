import type { Session } from '@qr-attendance/contracts';
import { Button, ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndSession } from './api/sessions.ts';

interface Props {
  session: Session;
  /** Shown when the server gives no text of its own. */
  failure: string;
  /** Students without a mark, where that is known. */
  missing?: number | undefined;
  /** The page's main action. */
  isMain?: boolean;
}

/** Ending writes absences and cannot be undone, so it asks first. */
export const EndSessionButton = ({ session, failure, missing, isMain = false }: Props) => {
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
      <Button type={isMain ? 'primary' : 'default'} onClick={() => setAsking(true)}>
        {t('endSession.button')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('endSession.title', { course: session.course.code || t('common:unknownCourse') })}
          confirmText={t('endSession.button')}
          cancelText={t('endSession.cancel')}
          busy={end.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            end.cancel();
            setAsking(false);
          }}
        >
          {missing === undefined ? t('endSession.explain') : t('endSession.becomeAbsent', { count: missing })}
        </ConfirmDialog>
      )}
    </>
  );
};
