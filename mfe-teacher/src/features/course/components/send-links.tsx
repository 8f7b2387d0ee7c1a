import { Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf, withEmailFiles } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useInviteStudents } from '../students-api.ts';

interface Props {
  courseId: string;
  /** Everybody on the roster without an account, if absent. */
  student?: { _id: string; name: string };
}

export const SendLinks = ({ courseId, student }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const invite = useInviteStudents(courseId);
  const send = () =>
    invite.mutate(student && [student._id], {
      onSuccess: ({ queued, limited }) => {
        if (queued > 0) notify.success(withEmailFiles(t('addStudents.sent', { count: queued })));
        if (limited > 0) notify.error(t('addStudents.notSent', { count: limited }));
        if (queued + limited === 0) notify.success(t('addStudents.allRegistered'));
      },
      onError: (error) => notify.error(messageOf(error, t('addStudents.sendFailed'))),
    });
  return (
    <Button
      {...(student && { size: 'small', 'aria-label': t('addStudents.sendLinkTo', { name: student.name }) })}
      loading={invite.isPending}
      onClick={send}
    >
      {t(student ? 'addStudents.sendLink' : 'addStudents.sendLinks')}
    </Button>
  );
};
