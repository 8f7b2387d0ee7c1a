import type { Course } from '@qr-attendance/contracts';
import { ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useHandOver, useRemoveStaff } from '../api.ts';

interface RowProps {
  course: Course;
  userId: string;
  name: string;
}

export const HandOverButton = ({ course, userId, name }: RowProps) => {
  const { t } = useTranslation('teacher');
  const handOver = useHandOver(course._id, userId);
  return (
    <ConfirmButton
      size="small"
      label={t('staff.handOver')}
      aria-label={t('staff.handOverTo', { name })}
      question={{
        title: t('staff.handOverTitle', { code: course.code, name }),
        text: t('staff.handOverExplain', { name }),
      }}
      act={() => handOver.mutateAsync()}
      onGiveUp={handOver.cancel}
      done={t('staff.handedOver', { name })}
      failure={t('staff.handOverFailed')}
    />
  );
};

export const RemoveStaffButton = ({ course, userId, name }: RowProps) => {
  const { t } = useTranslation('teacher');
  const remove = useRemoveStaff(course._id, userId);
  return (
    <ConfirmButton
      size="small"
      label={t('staff.remove')}
      aria-label={t('staff.removeOf', { name })}
      question={{
        title: t('staff.removeTitle', { name }),
        text: t('staff.removeExplain'),
      }}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('staff.removed', { name })}
      failure={t('staff.removeFailed')}
    />
  );
};

export const LeaveStaffButton = ({ course, userId }: { course: Course; userId: string }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const leave = useRemoveStaff(course._id, userId);
  return (
    <ConfirmButton
      size="small"
      label={t('staff.leave')}
      question={{
        title: t('staff.leaveTitle', { code: course.code }),
        text: t('staff.leaveExplain'),
      }}
      act={async () => {
        await leave.mutateAsync();
        void navigate(to.courses);
      }}
      onGiveUp={leave.cancel}
      done={t('staff.left')}
      failure={t('staff.leaveFailed')}
    />
  );
};
