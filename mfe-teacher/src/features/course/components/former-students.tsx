import { enrollmentEndSchema, knownOr, type FormerStudent } from '@qr-attendance/contracts';
import { ConfirmDialog, LoadMore, ResponsiveTable, useNotify } from '@qr-attendance/ui-kit';
import { formatDay, messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useFormerStudents, useRestoreStudent, useVoidAbsences } from '../api/manage-students.ts';

/** Who left or was removed, with the way back; nothing as long as there is nobody. */
export const FormerStudents = ({ courseId }: { courseId: string }) => {
  const { t } = useTranslation('teacher');
  const former = useFormerStudents(courseId);
  const rows = former.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;
  const nameOf = ({ name }: FormerStudent['student']) => name ?? t('students.unknown');
  return (
    <SectionCard title={t('students.former')}>
      <ResponsiveTable<FormerStudent & { id: string }>
        rows={rows.map((row) => ({ ...row, id: row.student._id }))}
        rowKey="id"
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
              t(`students.how.${knownOr(enrollmentEndSchema, ended)}`, { day: formatDay(endedAt) }),
          },
          {
            key: 'actions',
            title: t('sessions.actions'),
            // An account that is gone does not come back.
            render: ({ student, ended }) =>
              ended === 'ERASED' ? null : (
                <Actions courseId={courseId} id={student._id} name={nameOf(student)} />
              ),
          },
        ]}
        empty={null}
      />
      <LoadMore pages={former} label={t('loadMore')} />
    </SectionCard>
  );
};

interface Props {
  courseId: string;
  id: string;
  name: string;
}

const Actions = (props: Props) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
    <Restore {...props} />
    <VoidAbsences {...props} />
  </div>
);

/** For who turns out never to have belonged to the course. */
const VoidAbsences = ({ courseId, id, name }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const voidAbsences = useVoidAbsences(courseId);
  const confirm = async () => {
    try {
      notify.success(t('students.voided', { count: await voidAbsences.mutateAsync(id) }));
    } catch (error) {
      notify.error(messageOf(error, t('students.voidFailed')));
    }
    setAsking(false);
  };
  return (
    <>
      <Button size="small" aria-label={t('students.voidOf', { name })} onClick={() => setAsking(true)}>
        {t('students.void')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('students.voidTitle', { name })}
          confirmText={t('students.void')}
          cancelText={t('cancel')}
          busy={voidAbsences.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {t('students.voidHelp')}
        </ConfirmDialog>
      )}
    </>
  );
};

const Restore = ({ courseId, id, name }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const restore = useRestoreStudent(courseId);
  const putBack = async () => {
    try {
      await restore.mutateAsync(id);
      notify.success(t('students.restored', { name }));
    } catch (error) {
      notify.error(messageOf(error, t('students.restoreFailed')));
    }
  };
  return (
    <Button
      size="small"
      loading={restore.isPending}
      aria-label={t('students.restoreOf', { name })}
      onClick={() => void putBack()}
    >
      {t('students.restore')}
    </Button>
  );
};
