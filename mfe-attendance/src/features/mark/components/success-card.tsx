import { CheckCircleFilled } from '@ant-design/icons';
import type { AttendanceRecord, VerifiedScan } from '@qr-attendance/contracts';
import { Card, courseLabel, Facts, LinkButton, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { NotCountedNotice } from './not-counted-notice.tsx';

/** The text is readable at arm's length, because a teacher may want to see it. */
export const SuccessCard = ({
  record,
  withoutSelfie = false,
  title,
  hasPresenceCheckLater = false,
  scan,
}: {
  record: AttendanceRecord;
  withoutSelfie?: boolean;
  title?: string;
  hasPresenceCheckLater?: boolean;
  scan: VerifiedScan;
}) => {
  const { t } = useTranslation('attendance');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { student, session, timestamp, status } = record;
  const answeredAt = record.presenceCheck?.answeredAt;
  return (
    <Card>
      <div className="stack gap-lg">
        <div className="center">
          <CheckCircleFilled aria-hidden className="mark-icon mark-icon-large success-text" />
          <h1 ref={heading} tabIndex={-1} className="page-title above focus-target">
            {title ?? t('success.title')}
          </h1>
          {answeredAt ? (
            <p className="flush above-xxs">{t('success.presenceCheck', { time: formatTime(answeredAt) })}</p>
          ) : (
            hasPresenceCheckLater && <p className="flush above-xxs">{t('success.asksAgain')}</p>
          )}
          {withoutSelfie && <p className="flush above-xxs">{t('success.withoutSelfie')}</p>}
        </div>
        <NotCountedNotice scan={scan} guest={record.guest} />
        <Facts
          columns={3}
          compact
          facts={[
            { name: t('success.name'), value: student.name, wide: true },
            {
              name: t('success.course'),
              value: courseLabel(session.course),
              wide: true,
            },
            {
              name: t('success.time'),
              double: true,
              value: <time dateTime={timestamp}>{formatDayTime(timestamp)}</time>,
            },
            { name: t('success.status'), value: <StatusBadge status={status} /> },
          ]}
        />
        <LinkButton type="primary" size="large" block to={links.dashboardOf('STUDENT')}>
          {t('success.action')}
        </LinkButton>
      </div>
    </Card>
  );
};
