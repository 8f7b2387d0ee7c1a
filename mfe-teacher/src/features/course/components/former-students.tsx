import { enrollmentEndSchema, knownOrOther, type FormerStudent } from '@qr-attendance/contracts';
import { ActionButton, Card, ConfirmButton, LoadMore, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useFormerStudents, useRemoveStudent, useRestoreStudent } from '../students-api.ts';

export const FormerStudents = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const former = useFormerStudents(courseId);
  const rows = former.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;
  const nameOf = ({ name }: FormerStudent['student']) => name ?? t('common:unknown');
  return (
    <Card title={t('students.former')}>
      <ResponsiveTable<FormerStudent>
        rows={rows}
        rowKey={({ student }) => student._id}
        columns={[
          {
            key: 'student',
            title: t('courseDetails.student'),
            render: ({ student }) => <span dir="auto">{nameOf(student)}</span>,
          },
          {
            key: 'ended',
            title: t('students.ended'),
            render: ({ ended, endedAt }) =>
              t(`students.how.${knownOrOther(enrollmentEndSchema, ended)}`, { day: formatDay(endedAt) }),
          },
          {
            key: 'actions',
            title: t('common:actions'),
            render: ({ student, ended }) =>
              ended === 'ERASED' ? null : (
                <Actions courseId={courseId} id={student._id} name={nameOf(student)} />
              ),
          },
        ]}
        empty={null}
      />
      <LoadMore pages={former} label={t('loadMore')} />
    </Card>
  );
};

interface Props {
  courseId: string;
  id: string;
  name: string;
}

const Actions = (props: Props) => (
  <div className="row gap-xs">
    <Restore {...props} />
    <VoidAbsences {...props} />
  </div>
);

const VoidAbsences = ({ courseId, id, name }: Props) => {
  const { t } = useTranslation('teacher');
  const remove = useRemoveStudent(courseId);
  return (
    <ConfirmButton
      size="small"
      label={t('students.void')}
      aria-label={t('students.voidOf', { name })}
      question={{
        title: t('students.voidTitle', { name }),
        text: t('students.voidHelp'),
      }}
      act={() => remove.mutateAsync({ studentId: id, stranger: true })}
      onGiveUp={remove.cancel}
      done={t('students.voided', { name })}
      failure={t('students.voidFailed')}
    />
  );
};

const Restore = ({ courseId, id, name }: Props) => {
  const { t } = useTranslation('teacher');
  const restore = useRestoreStudent(courseId);
  return (
    <ActionButton
      size="small"
      aria-label={t('students.restoreOf', { name })}
      act={() => restore.mutateAsync(id)}
      done={t('students.restored', { name })}
      failure={t('students.restoreFailed')}
    >
      {t('students.restore')}
    </ActionButton>
  );
};
