import type { Session } from '@qr-attendance/contracts';
import { Facts } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ActivityBadge } from '../../../shared/session-cells.tsx';
import { useDescribePolicy } from '../../../shared/policy/use-describe-policy.ts';
import { useSectionFacts } from '../../../shared/session-fields/section-names.tsx';
import { stateOf } from '../../../shared/session-state.ts';
import { useRoster } from '../api/list-roster.ts';
import { countRoster } from '../roster-rules.ts';

const WITHOUT_END = {
  scheduled: 'result.noEnd',
  running: 'session.ongoing',
  ended: 'dashboard.noValue',
  canceled: 'dashboard.noValue',
} as const;

export const SessionSummary = ({ session }: { session: Session }) => {
  const { t } = useTranslation('teacher');
  const words = useDescribePolicy();
  const { data: records } = useRoster(session._id);
  const counts = records && countRoster(records);
  const { lateFrom } = session;
  const sections = useSectionFacts(session);
  return (
    <section aria-label={t('session.details')}>
      <Facts
        compact
        columns={2}
        facts={[
          { name: t('session.date'), value: formatDay(session.date) },
          { name: t('session.start'), value: formatTime(session.startTime) },
          {
            name: t('session.end'),
            value: session.endTime ? formatTime(session.endTime) : t(WITHOUT_END[stateOf(session)]),
          },
          ...sections,
          { name: t('session.status'), value: <ActivityBadge session={session} /> },
          {
            name: t('session.lateFrom'),
            value: lateFrom === undefined ? t('session.neverLate') : formatTime(lateFrom),
          },
          {
            name: t('session.count'),
            value: formatNumber(counts ? counts.PRESENT + counts.LATE : session.attendanceCount),
          },
          session.location && {
            name: t('result.location'),
            value: t('result.locationRadius', { radius: session.location.radius }),
            wide: true,
          },
          session.policy && { name: t('policy.title'), value: words(session.policy), wide: true },
        ]}
      />
    </section>
  );
};
