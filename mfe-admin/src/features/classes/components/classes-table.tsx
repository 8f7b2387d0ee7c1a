import { allows, type UnitSession } from '@qr-attendance/contracts';
import { Badge, ConfirmButton, CourseName, LinkButton, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelClass } from '../api.ts';

const TONES = {
  running: 'success',
  unconfirmed: 'warning',
  canceled: 'error',
} as const;

const State = ({ session }: { session: UnitSession }) => {
  const { t } = useTranslation('admin');
  const { state, movedFrom, startTime } = session;
  return (
    <>
      <Badge tone={TONES[state as keyof typeof TONES]}>
        {t(`overview.${state as 'running'}`, { defaultValue: state })}
      </Badge>
      {movedFrom && state !== 'canceled' && (
        <span className="block muted small">
          {movedFrom.startTime === startTime
            ? t('common:classes.otherRoom')
            : t('common:classes.moved', { at: formatDayTime(movedFrom.startTime) })}
        </span>
      )}
    </>
  );
};

const DidNotTakePlace = ({ session }: { session: UnitSession }) => {
  const { t } = useTranslation('admin');
  const cancel = useCancelClass(session._id);
  const course = session.course.code || t('common:unknownCourse');
  return (
    <ConfirmButton
      danger
      label={t('classes.no')}
      aria-label={t('classes.noOf', { course, date: formatDay(session.date) })}
      question={{
        title: t('classes.noTitle', { course }),
        text: t('classes.noText'),
        confirm: t('classes.no'),
      }}
      act={() => cancel.mutateAsync()}
      onGiveUp={cancel.cancel}
      done={t('classes.noDone')}
      failure={t('classes.noFailed')}
    />
  );
};

interface Props {
  sessions: UnitSession[];
  empty: ReactNode;
  past?: boolean;
}

export const ClassesTable = ({ sessions, empty, past = false }: Props) => {
  const { t } = useTranslation('admin');
  return (
    <ResponsiveTable<UnitSession>
      rows={sessions}
      rowKey="_id"
      empty={empty}
      columns={[
        {
          key: 'time',
          title: t('classes.time'),
          render: ({ date, startTime, endTime }) => (
            <span className="numeric">
              {past && `${formatDay(date)}, `}
              {formatTime(startTime)}
              {endTime && ` – ${formatTime(endTime)}`}
            </span>
          ),
        },
        {
          key: 'course',
          title: t('courses.course'),
          phone: 'title',
          render: ({ course }) => <CourseName course={course} />,
        },
        { key: 'teacher', title: t('classes.teacher'), render: ({ teacher }) => <bdi>{teacher.name}</bdi> },
        { key: 'unit', title: t('courses.unit'), render: ({ unit }) => <bdi>{unit?.name ?? '–'}</bdi> },
        {
          key: 'room',
          title: t('classes.room'),
          render: ({ room, online }) => (
            <bdi>
              {online
                ? t('common:classes.online')
                : [room?.name, room?.building].filter(Boolean).join(', ') || '–'}
            </bdi>
          ),
        },
        { key: 'state', title: t('classes.state'), render: (session) => <State session={session} /> },
        {
          key: 'actions',
          title: t('common:actions'),
          render: (session) => (
            <div className="admin-table-actions">
              {session.role && (
                <LinkButton
                  type="text"
                  size="small"
                  to={`/teacher/sessions/${session._id}`}
                  aria-label={t('classes.openOf', {
                    course: session.course.code || t('common:unknownCourse'),
                    date: formatDay(session.date),
                  })}
                >
                  {t('courses.open')}
                </LinkButton>
              )}
              {past && allows(session.role, 'manageSessions') && <DidNotTakePlace session={session} />}
            </div>
          ),
        },
      ]}
    />
  );
};
