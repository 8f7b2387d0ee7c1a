import type { Session } from '@qr-attendance/contracts';
import { CourseName, tokens } from '@qr-attendance/ui-kit';
import { formatDayTime, useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmSessionButtons } from '../../../shared/confirm-session-buttons.tsx';
import { may } from '../../../shared/may.ts';
import { links } from '../../../shared/links.ts';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useUnconfirmedSessions } from '../api.ts';

const SHOWN = 5;

/** Sessions that do not count until their teacher confirms that they took place. */
export const SessionsToConfirm = () => {
  const { t } = useTranslation('teacher');
  const data = useUnconfirmedSessions().data?.filter((session) => may(session, 'manageSessions'));
  if (!data?.length) return null;
  return (
    <div style={{ marginBlockEnd: tokens.margin }}>
      <SectionCard title={t('unconfirmed.question', { count: data.length })}>
        <p style={{ marginBlock: `0 ${tokens.marginSM}px`, color: tokens.colorTextSecondary }}>
          {t('unconfirmed.explain')}
        </p>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.marginSM }}>
          {data.slice(0, SHOWN).map((session) => (
            <SessionToConfirm key={session._id} session={session} />
          ))}
        </ul>
        {data.length > SHOWN && (
          <p style={{ margin: `${tokens.marginSM}px 0 0`, color: tokens.colorTextSecondary }}>
            {t('unconfirmed.more', { count: data.length - SHOWN })}
          </p>
        )}
      </SectionCard>
    </div>
  );
};

const SessionToConfirm = ({ session }: { session: Session }) => {
  const to = links(useBasePath());
  return (
    <li style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.marginSM }}>
      <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <CourseName course={session.course} /> ·{' '}
        <Link to={to.session(session._id)}>{formatDayTime(session.startTime)}</Link>
      </div>
      <ConfirmSessionButtons session={session} />
    </li>
  );
};
