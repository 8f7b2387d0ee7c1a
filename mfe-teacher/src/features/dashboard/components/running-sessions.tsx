import { QuestionCircleFilled } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { Card, LinkButton } from '@qr-attendance/ui-kit';
import { formatDayTime, formatRelative, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useNeedsHelpCount } from '../../../shared/api/sessions.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { may } from '../../../shared/may.ts';
import { CallerRole } from '../../../shared/role-name.tsx';
import { ProjectorButton } from '../../../shared/projector-button.tsx';
import { stateOf } from '../../../shared/session-state.ts';

const MAX_UPCOMING = 3;

export const RunningSessions = ({ sessions }: { sessions: Session[] }) => {
  const running = sessions.filter((session) => stateOf(session) === 'running');
  const scheduled = sessions
    .filter((session) => stateOf(session) === 'scheduled')
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
  return [...running, ...scheduled.slice(0, MAX_UPCOMING)].map((session) => (
    <RunningSession key={session._id} session={session} />
  ));
};

const RunningSession = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const code = session.course.code || t('common:unknownCourse');
  const isRunning = stateOf(session) === 'running';
  const hasCode = may(session, 'showCode') && (isRunning || session.codeOpensAt === undefined);
  return (
    <Card className="row between below dashboard-running">
      <div className="grow">
        <div className="strong wrap">
          {isRunning
            ? t('dashboard.running', { code, time: formatTime(session.startTime) })
            : t('dashboard.starts', { code, at: startOf(session.startTime) })}
        </div>
        <div className="muted wrap">
          <bdi>{session.course.name || t('common:unknownCourse')}</bdi>
          <Place session={session} />
          {isRunning && (
            <>
              {' · '}
              <Count count={session.attendanceCount} />
            </>
          )}
          <div>
            <CallerRole role={session.role} />
          </div>
        </div>
      </div>
      <div className="row">
        {isRunning && <NeedsHelp sessionId={session._id} />}
        {hasCode &&
          (isRunning ? (
            <ProjectorButton sessionId={session._id} />
          ) : (
            <ProjectorButton sessionId={session._id} type="primary" text={t('dashboard.start')} />
          ))}
        <LinkButton type={isRunning ? 'primary' : 'default'} to={to.session(session._id)}>
          {t('dashboard.openSession')}
        </LinkButton>
      </div>
    </Card>
  );
};

const SOON_MS = 60 * 60_000;

const startOf = (startTime: string): string =>
  Date.parse(startTime) - Date.now() < SOON_MS ? formatRelative(startTime) : formatDayTime(startTime);

const Place = ({ session: { room, online } }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const place = online ? t('common:classes.online') : room?.name;
  return place ? (
    <>
      {' · '}
      <bdi>{place}</bdi>
    </>
  ) : null;
};

const NeedsHelp = ({ sessionId }: { sessionId: string }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const count = useNeedsHelpCount(sessionId);
  if (count === 0) return null;
  return (
    <LinkButton to={to.needsHelp(sessionId)} icon={<QuestionCircleFilled aria-hidden />}>
      {t('roster.helpCount', { count })}
    </LinkButton>
  );
};

const Count = ({ count }: { count: number }) => {
  const { t } = useTranslation('teacher');
  return (
    <span role="status" className="numeric">
      {t('dashboard.runningCount', { count })}
    </span>
  );
};
