import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

export const ProjectorEnded = ({ session, marked }: { session: Session; marked: number }) => {
  const { t } = useTranslation('teacher');
  return (
    <div className="projector-board">
      <div className="projector-words">
        <h1 className="projector-course">
          <bdi>{session.course.code}</bdi>
          <br />
          <bdi>{session.course.name}</bdi>
        </h1>
        <strong className="projector-ended" role="status">
          {t('projector.ended')}
        </strong>
        <div className="projector-count">{t('projector.marked', { count: marked })}</div>
      </div>
    </div>
  );
};
