import { FlagFilled } from '@ant-design/icons';
import {
  auditActionSchema,
  flagReasonSchema,
  knownOrOther,
  type CourseStudent,
  type StudentSession,
} from '@qr-attendance/contracts';
import { Badge, Card, EmptyState, ResponsiveTable, StatusBadge } from '@qr-attendance/ui-kit';
import { formatTime, formatDay, formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { ParallelClassStatus } from '../../../shared/parallel-class-status.tsx';
import { NoWrap } from '../../../shared/session-cells.tsx';
import { noMarkReason } from '../no-mark-reason.ts';

export const StudentSessions = ({ found }: { found: CourseStudent }) => {
  const { t } = useTranslation('teacher');
  return (
    <Card title={t('courseDetails.sessions')}>
      <ResponsiveTable<StudentSession>
        rows={found.sessions}
        rowKey="_id"
        columns={[
          {
            key: 'session',
            title: t('student.session'),
            render: (session) => <SessionLink session={session} />,
          },
          {
            key: 'status',
            title: t('roster.status'),
            render: (session) =>
              session.mark ? (
                <StatusBadge status={session.mark.status} />
              ) : session.elsewhere ? (
                <ParallelClassStatus {...session.elsewhere} />
              ) : (
                t(`student.noMark.${noMarkReason(session, found.enrolledAt)}`)
              ),
          },
          {
            key: 'time',
            title: t('roster.time'),
            render: ({ mark }) =>
              mark?.timestamp === undefined ? '–' : <NoWrap>{formatTime(mark.timestamp)}</NoWrap>,
          },
          {
            key: 'recorded',
            title: t('student.recordedHow'),
            render: ({ mark }) =>
              mark?.recorded ? (
                <>
                  {t(`student.recorded.${knownOrOther(auditActionSchema, mark.recorded)}`)}
                  {mark.correctedAt !== undefined && (
                    <div className="muted small">{formatDayTime(mark.correctedAt)}</div>
                  )}
                </>
              ) : (
                '–'
              ),
          },
          {
            key: 'notes',
            title: t('student.notes'),
            render: (session) => <SessionNotes session={session} />,
          },
        ]}
        empty={<EmptyState message={t('courseDetails.noSessions')} />}
      />
    </Card>
  );
};

const SessionLink = ({ session: { _id, date, startTime } }: { session: StudentSession }) => {
  const to = useLinks();
  return (
    <Link to={to.session(_id)} className="link">
      <NoWrap>{formatDay(date)},</NoWrap> <NoWrap>{formatTime(startTime)}</NoWrap>
    </Link>
  );
};

const SessionNotes = ({ session: { flags, mark, notes } }: { session: StudentSession }) => {
  const { t } = useTranslation('teacher');
  const toReview = mark?.needsReview ?? false;
  if (flags.length === 0 && notes.length === 0 && !toReview) return '–';
  return (
    <div className="stack gap-xxs">
      {toReview && (
        <div>
          <Badge tone="warning" icon={<FlagFilled aria-hidden />}>
            {t('review.needed')}
          </Badge>
        </div>
      )}
      {flags.map(({ reason }) => (
        <div key={reason}>{t(`flag.${knownOrOther(flagReasonSchema, reason)}.title`)}</div>
      ))}
      <Notes notes={notes} />
    </div>
  );
};

const Notes = ({ notes }: Pick<StudentSession, 'notes'>) => {
  const { t } = useTranslation('teacher');
  if (notes.length === 0) return null;
  return (
    <ul className="list stack gap-xxs">
      {notes.map(({ at, action, text }) => (
        <li key={at}>
          <div dir="auto">{text}</div>
          <div className="muted small">
            {t(`student.recorded.${knownOrOther(auditActionSchema, action)}`)} ·{' '}
            <time dateTime={at}>{formatDayTime(at)}</time>
          </div>
        </li>
      ))}
    </ul>
  );
};
