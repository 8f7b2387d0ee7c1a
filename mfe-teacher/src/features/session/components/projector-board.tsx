import type { Session } from '@qr-attendance/contracts';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Arrivals, type MarkedCount } from '../../../shared/arrivals/arrival-count.tsx';
import { isOnThisMachine } from '../../../shared/code/this-machine.tsx';
import { stateOf } from '../../../shared/session-state.ts';

interface Props extends MarkedCount {
  session: Session;
  picture: ReactNode;
  children: ReactNode;
}

export const ProjectorBoard = ({ session, picture, marked, students, children }: Props) => {
  const { t } = useTranslation('teacher');
  const { lateFrom } = session;
  return (
    <div className="projector-board">
      <div className="projector-qr">{picture}</div>
      <div className="projector-words">
        <h1 className="projector-course">
          <bdi>{session.course.code}</bdi>
          <br />
          <bdi>{session.course.name || t('common:unknownCourse')}</bdi>
        </h1>
        {children}
        <div className="projector-count" role="status">
          {stateOf(session) === 'scheduled' ? (
            t('session.starts', { at: formatDayTime(session.startTime) })
          ) : (
            <Arrivals marked={marked} students={students} />
          )}
        </div>
        {lateFrom !== undefined && (
          <div className="projector-late">{t('projector.lateFrom', { time: formatTime(lateFrom) })}</div>
        )}
        {isOnThisMachine() && <div className="projector-phones">{t('code.onThisMachine')}</div>}
      </div>
    </div>
  );
};
