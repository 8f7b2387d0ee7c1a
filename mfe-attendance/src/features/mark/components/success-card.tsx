import { CheckCircleFilled } from '@ant-design/icons';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Facts, LinkButton, Panel, StatusBadge, tokens } from '@qr-attendance/ui-kit';
import { formatDayTime, formatTime } from '@qr-attendance/web-kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';

/** Recognizable at arm's length, because a teacher may want to see it. */
export const SuccessCard = ({
  record,
  withoutSelfie = false,
  title,
  hasPresenceCheckLater = false,
}: {
  record: AttendanceRecord;
  withoutSelfie?: boolean;
  title?: string;
  hasPresenceCheckLater?: boolean;
}) => {
  const { t } = useTranslation('attendance');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { student, session, timestamp, status } = record;
  const answeredAt = record.presenceCheck?.answeredAt;
  return (
    <Panel>
      <div style={{ display: 'grid', gap: tokens.marginLG }}>
        <div style={{ textAlign: 'center' }}>
          <CheckCircleFilled aria-hidden style={{ fontSize: 88, color: tokens.colorSuccess }} />
          <h1
            ref={heading}
            tabIndex={-1}
            style={{ margin: '16px 0 0', fontSize: 26, lineHeight: '34px', fontWeight: 650, outline: 'none' }}
          >
            {title ?? t('success.title')}
          </h1>
          {answeredAt ? (
            <p style={{ margin: '4px 0 0' }}>
              {t('success.presenceCheck', { time: formatTime(answeredAt) })}
            </p>
          ) : (
            hasPresenceCheckLater && <p style={{ margin: '4px 0 0' }}>{t('success.asksAgain')}</p>
          )}
          {withoutSelfie && <p style={{ margin: '4px 0 0' }}>{t('success.withoutSelfie')}</p>}
        </div>
        <Facts
          columns={3}
          compact
          facts={[
            { name: t('success.name'), value: student.name, wide: true },
            {
              name: t('success.course'),
              value: `${session.course.name} (${session.course.code})`,
              wide: true,
            },
            {
              name: t('success.time'),
              span: 2,
              value: <time dateTime={timestamp}>{formatDayTime(timestamp)}</time>,
            },
            { name: t('success.status'), value: <StatusBadge status={status} /> },
          ]}
        />
        <LinkButton type="primary" size="large" block to={links.dashboardOf('STUDENT')}>
          {t('success.action')}
        </LinkButton>
      </div>
    </Panel>
  );
};
