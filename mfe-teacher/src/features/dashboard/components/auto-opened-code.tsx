import type { Course, Session } from '@qr-attendance/contracts';
import { useIdentity } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { may } from '../../../shared/may.ts';
import { stateOf } from '../../../shared/session-state.ts';

const TICK_MS = 1_000;
/** A class that began earlier is not opened, because its teacher is doing something else. */
const WINDOW_MS = 5 * 60_000;

/**
 * The ids of classes whose code this page has opened, so that a code closed by the teacher is not opened
 * again.
 */
const opened = new Set<string>();

const isDue = ({ startTime, ...session }: Session, now: number): boolean =>
  stateOf({ startTime, ...session }, now) === 'running' && now - Date.parse(startTime) < WINDOW_MS;

/** Opens the code of a class at its start for the teacher of the class, if the course's settings say so. */
export const AutoOpenedCode = ({ sessions, courses }: { sessions: Session[]; courses: Course[] }) => {
  const { user } = useIdentity();
  const to = useLinks();
  const navigate = useNavigate();
  const [now, setNow] = useState(() => Date.now());
  const ids = new Set(
    courses.filter(({ sessionDefaults }) => sessionDefaults?.opensItself).map(({ _id }) => _id),
  );
  const own = sessions.filter(
    (session) => ids.has(session.course._id) && session.teacher._id === user._id && may(session, 'showCode'),
  );
  const hasOwn = own.length > 0;
  useEffect(() => {
    if (!hasOwn) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [hasOwn]);
  const due = own.find((session) => isDue(session, now) && !opened.has(session._id))?._id;
  const path = due === undefined ? undefined : to.unattendedProjector(due);
  useEffect(() => {
    if (due === undefined || path === undefined) return;
    opened.add(due);
    void navigate(path);
  }, [due, path, navigate]);
  return null;
};
