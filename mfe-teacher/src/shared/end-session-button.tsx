import type { Session } from '@qr-attendance/contracts';
import { Button, ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndSession } from './api/sessions.ts';

interface Props {
  session: Session;
  failure: string;
  missing?: number | undefined;
  isMain?: boolean;
}

/** Ending makes students absent and cannot be undone, so it asks for confirmation. */
export const EndSessionButton = ({ session, failure, missing, isMain = false }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const end = useEndSession();
  const confirm = async () => {
    try {
      await end.mutateAsync(session);
      notify.success(t('endSession.done'));
    } catch (error) {
      notify.error(messageOf(error, failure));
    }
    setIsOpen(false);
  };
  return (
    <>
      <Button type={isMain ? 'primary' : 'default'} onClick={() => setIsOpen(true)}>
        {t('endSession.button')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('endSession.title', { course: session.course.code || t('common:unknownCourse') })}
          confirmText={t('endSession.button')}
          cancelText={t('endSession.cancel')}
          busy={end.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => {
            end.cancel();
            setIsOpen(false);
          }}
        >
          {missing === undefined ? t('endSession.explain') : t('endSession.becomeAbsent', { count: missing })}
        </ConfirmDialog>
      )}
    </>
  );
};
