import type { FreshCode, Session } from '@qr-attendance/contracts';
import { formatCampusDayTime, formatCampusTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { attendanceUrl } from '../../../shared/code/attendance-url.ts';
import { CodeCountdown } from '../../../shared/code/code-countdown.tsx';
import { QrPicture } from '../../../shared/code/qr-picture.tsx';
import { TypedCode } from '../../../shared/code/typed-code.tsx';
import { lateFromOf } from '../../../shared/late-from.ts';
import { stateOf } from '../../../shared/session-state.ts';
import { useSessionCode } from '../use-session-code.ts';
import { ProjectorEnded } from './projector-ended.tsx';

interface Props {
  session: Session;
  code: FreshCode;
  /** When it was read, in ms. */
  receivedAt: number;
  marked: number;
  /** Students of the course; undefined while that is not known. */
  enrolled: number | undefined;
}

/** What the last row must be able to read. */
export const ProjectorCode = ({ session, code, receivedAt, marked, enrolled }: Props) => {
  const { t } = useTranslation('teacher');
  const { qrCode, secondsLeft, refreshInterval, stopped } = useSessionCode(session._id, code, receivedAt);
  const lateFrom = lateFromOf(session);
  if (stopped) return <ProjectorEnded session={session} marked={marked} />;
  return (
    <div className="projector-board">
      <div className="projector-qr">
        <QrPicture text={attendanceUrl(qrCode)} size="100%" label={t('code.qrLabel')} />
      </div>
      <div className="projector-words">
        <h1 className="projector-course">
          <bdi>{session.course.code}</bdi>
          <br />
          <bdi>{session.course.name || t('common:unknownCourse')}</bdi>
        </h1>
        <TypedCode
          code={qrCode}
          label={
            <>
              {t('projector.typeAt')} <strong className="projector-address">{`${location.host}/go`}</strong>
            </>
          }
          fontSize="var(--code)"
        />
        <div className="projector-countdown">
          <CodeCountdown seconds={secondsLeft} total={refreshInterval} />
        </div>
        <div className="projector-count" role="status">
          {stateOf(session) === 'scheduled'
            ? t('session.starts', { at: formatCampusDayTime(session.startTime) })
            : enrolled !== undefined && enrolled >= marked
              ? t('projector.markedOf', { count: enrolled, marked })
              : t('projector.marked', { count: marked })}
        </div>
        {lateFrom !== undefined && (
          <div className="projector-late">
            {t('projector.lateFrom', { time: formatCampusTime(lateFrom) })}
          </div>
        )}
      </div>
    </div>
  );
};
