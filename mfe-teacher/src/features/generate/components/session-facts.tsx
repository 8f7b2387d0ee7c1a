import type { Session } from '@qr-attendance/contracts';
import { CourseName, Facts } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useSectionFacts } from '../../../shared/session-fields/section-names.tsx';
import { useDescribePolicy } from '../../../shared/policy/use-describe-policy.ts';

export const SessionFacts = ({ session, url }: { session: Session; url: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const words = useDescribePolicy();
  const { course, location, policy } = session;
  const { lateFrom } = session;
  const sections = useSectionFacts(session);
  return (
    <Facts
      facts={[
        { name: t('result.course'), value: <CourseName course={course} />, wide: true },
        ...sections,
        { name: t('result.date'), value: formatDay(session.date) },
        { name: t('result.start'), value: formatTime(session.startTime) },
        {
          name: t('result.end'),
          value: session.endTime ? formatTime(session.endTime) : t('result.noEnd'),
        },
        {
          name: t('session.lateFrom'),
          value: lateFrom === undefined ? t('session.neverLate') : formatTime(lateFrom),
        },
        {
          name: t('result.location'),
          value: location ? t('result.locationRadius', { radius: location.radius }) : t('result.noLocation'),
          wide: true,
        },
        policy && { name: t('policy.title'), value: words(policy), wide: true },
        url && { name: t('result.url'), value: <a href={url}>{url}</a>, wide: true },
      ]}
    />
  );
};
