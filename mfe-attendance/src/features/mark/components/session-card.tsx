import type { VerifiedScan } from '@qr-attendance/contracts';
import { Card, Facts } from '@qr-attendance/ui-kit';
import { formatTime, formatDay, institutionWord } from '@qr-attendance/web-kit';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

/** The card is small, so that the thumb reaches the button of the step. */
export const SessionCard = ({ scan }: { scan: VerifiedScan }) => {
  const { t } = useTranslation('attendance');
  const { course, teacher, date, startTime, endTime, location } = scan;
  const facts = [
    { name: t('session.date'), value: formatDay(date) },
    { name: t('session.start'), value: formatTime(startTime), ...(endTime ? {} : { double: true }) },
    endTime && { name: t('session.end'), value: formatTime(endTime) },
    { name: t('session.courseCode'), value: course.code },
    { name: institutionWord('teacher') ?? t('session.teacher'), value: teacher.name, double: true },
    location.required && {
      name: t('session.location'),
      value: t('session.locationRequired', { radius: location.radius }),
      line: true,
    },
  ];
  return <FactsPanel name={course.name} facts={facts} />;
};

const BLANK = '\u00a0';

export const SessionCardPlaceholder = () => {
  const { t } = useTranslation('attendance');
  return (
    <div className="session-card-unknown" role="status" aria-label={t('common:loading')}>
      <FactsPanel
        name={BLANK}
        facts={[
          { name: t('session.date'), value: BLANK },
          { name: t('session.start'), value: BLANK, double: true },
          { name: t('session.courseCode'), value: BLANK },
          // The label is blank, because the institution may use another word for teacher.
          { name: BLANK, value: BLANK, double: true },
        ]}
      />
    </div>
  );
};

const FactsPanel = ({ name, facts }: { name: string } & Pick<ComponentProps<typeof Facts>, 'facts'>) => (
  <Card compact>
    <div className="stack gap-xs">
      <h1 className="page-title">{name}</h1>
      <Facts facts={facts} columns={3} compact />
    </div>
  </Card>
);
