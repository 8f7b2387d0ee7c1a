import type { Session } from '@qr-attendance/contracts';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../shared/session-state.ts';

export const ProjectorEnded = ({ session, marked }: { session: Session; marked: number }) => {
  const { t } = useTranslation('teacher');
  const state = stateOf(session);
  return (
    <div className="projector-board">
      <div className="projector-words">
        <h1 className="projector-course">
          <bdi>{session.course.code}</bdi>
          <br />
          <bdi>{session.course.name}</bdi>
        </h1>
        <strong className="projector-ended" role="status">
          {state === 'scheduled'
            ? t('session.starts', { at: formatDayTime(session.startTime) })
            : t(state === 'canceled' ? 'change.isCanceled' : 'projector.ended')}
        </strong>
        {state !== 'scheduled' && (
          <div className="projector-count">{t('projector.marked', { count: marked })}</div>
        )}
      </div>
    </div>
  );
};
