import type { Session } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useRosterCounts } from './use-roster-counts.ts';

export interface MarkedCount {
  marked: number;
  students: number | undefined;
}

/** How many students of how many have marked. */
export const Arrivals = ({ marked, students }: MarkedCount) => {
  const { t } = useTranslation('teacher');
  return students === undefined
    ? t('projector.marked', { count: marked })
    : t('projector.markedOf', { count: students, marked });
};

/** The live count beside a code. It is no live region, because a screen reader would announce each arrival. */
export const ArrivalCount = ({ session }: { session: Session }) => {
  const counts = useRosterCounts(session._id, { live: session.active, active: session.active });
  return (
    <p className="flush above-sm muted center">
      <Arrivals marked={counts?.marked ?? session.attendanceCount} students={counts?.students} />
    </p>
  );
};
