import { Button, Card, courseLabel, Notice } from '@qr-attendance/ui-kit';
import { DEFAULT_LATE_AFTER_MINUTES, type Course, type Session } from '@qr-attendance/contracts';
import { formatTime, messageOf } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type NewSessionBody, useSessionDefaults, useRecentSessions } from '../../../shared/api/sessions.ts';
import { useCourses } from '../../../shared/api/courses.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useDescribePolicy } from '../../../shared/policy/use-describe-policy.ts';
import { RunningNotice } from '../../../shared/running-notice.tsx';
import { useStartSession } from '../api.ts';
import { findCourseToStart, createSessionBody, usualEndOf } from '../start-session-now.ts';

const TICK_MS = 30_000;
/** After this time a repeated request would make students late. */
const RESEND_WINDOW_MS = 120_000;

const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

export const StartNow = () => {
  const courses = useCourses();
  const sessions = useRecentSessions();
  const now = useNow();
  const start = useStartSession();
  if (start.data?.running) return <RunningNotice session={start.data.running} />;
  if (!courses.data || !sessions.data) return null;
  const course = findCourseToStart(courses.data, sessions.data, now);
  return course ? <StartCard course={course} sessions={sessions.data} now={now} start={start} /> : null;
};

interface Props {
  course: Course;
  sessions: Session[];
  now: Date;
  start: ReturnType<typeof useStartSession>;
}

const StartCard = ({ course, sessions, now, start }: Props) => {
  const { t } = useTranslation('teacher');
  const navigate = useNavigate();
  const to = useLinks();
  const words = useDescribePolicy();
  const { data: defaults } = useSessionDefaults(course._id);
  const sent = useRef<NewSessionBody>(undefined);
  const press = () => {
    const wanted = createSessionBody(sessions, course._id, new Date());
    const isSame =
      sent.current?.courseId === course._id &&
      Date.parse(wanted.startTime) - Date.parse(sent.current.startTime) < RESEND_WINDOW_MS;
    const body = isSame && sent.current ? sent.current : wanted;
    sent.current = body;
    start.mutate(body, {
      onSuccess: ({ created }) => created && void navigate(to.session(created._id)),
    });
  };
  const end = usualEndOf(sessions, course._id, now);
  const late = defaults && (defaults.lateAfterMinutes ?? DEFAULT_LATE_AFTER_MINUTES);
  const facts = [
    end === undefined ? t('result.noEnd') : t('dashboard.until', { time: formatTime(end) }),
    ...(defaults ? [words(defaults)] : []),
    ...(late === undefined
      ? []
      : [late > 0 ? t('policy.lateAfter', { count: late }) : t('policy.neverLate')]),
  ];
  return (
    <Card className="row between below">
      {start.error && (
        <Notice type="error" className="full" title={messageOf(start.error, t('specified:generateFailed'))} />
      )}
      <div className="grow">
        <div className="strong">
          <bdi>{courseLabel(course)}</bdi>
        </div>
        <div className="muted">{facts.join(' · ')}</div>
      </div>
      <Button type="primary" loading={start.isPending} onClick={press}>
        {t('dashboard.startNow', { code: course.code })}
      </Button>
    </Card>
  );
};
