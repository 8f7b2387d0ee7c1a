import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Button, Failure, useNotify } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useAcceptMark } from '../../api.ts';

export const AcceptButton = ({ mark, onDone }: { mark: AttendanceRecord; onDone: () => void }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const accept = useAcceptMark(mark);
  return (
    <>
      <Failure error={accept.error} text={t('review.failed')} />
      <Button
        type="primary"
        loading={accept.isPending}
        onClick={() =>
          accept.mutate(undefined, {
            onSuccess: () => {
              notify.success(t('review.accepted', { name: mark.student.name }));
              onDone();
            },
          })
        }
      >
        {t('review.accept')}
      </Button>
    </>
  );
};
