import type { VerifiedScan } from '@qr-attendance/contracts';
import { type Fact, Facts, Panel, tokens } from '@qr-attendance/ui-kit';
import { formatTime, formatDay, institutionWord } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import './unknown.css';

/** Kept low, so that the step's button stays within reach of the thumb. */
export const SessionCard = ({ scan }: { scan: VerifiedScan }) => {
  const { t } = useTranslation('attendance');
  const { course, teacher, date, startTime, endTime, location } = scan;
  const facts: Fact[] = [
    { name: t('session.date'), value: formatDay(date) },
    { name: t('session.start'), value: formatTime(startTime), ...(endTime ? {} : { span: 2 }) },
    ...(endTime ? [{ name: t('session.end'), value: formatTime(endTime) }] : []),
    { name: t('session.courseCode'), value: course.code },
    { name: institutionWord('teacher') ?? t('session.teacher'), value: teacher.name, span: 2 },
    ...(location.required
      ? [
          {
            name: t('session.location'),
            value: t('session.locationRequired', { radius: location.radius }),
            inOneLine: true,
          },
        ]
      : []),
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
          { name: t('session.start'), value: BLANK, span: 2 },
          { name: t('session.courseCode'), value: BLANK },
          // The institution may use another word for teacher.
          { name: BLANK, value: BLANK, span: 2 },
        ]}
      />
    </div>
  );
};

const FactsPanel = ({ name, facts }: { name: string; facts: Fact[] }) => {
  return (
    <Panel compact>
      <div style={{ display: 'grid', gap: tokens.marginXS }}>
        <h1
          style={{
            margin: 0,
            fontSize: tokens.fontSizeHeading3,
            lineHeight: tokens.lineHeightHeading3,
            fontWeight: 650,
            overflowWrap: 'anywhere',
          }}
        >
          {name}
        </h1>
        <Facts facts={facts} columns={3} compact />
      </div>
    </Panel>
  );
};
