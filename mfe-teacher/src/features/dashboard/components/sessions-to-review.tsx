import { CourseName, LinkButton, tokens } from '@qr-attendance/ui-kit';
import { FlagFilled } from '@ant-design/icons';
import { formatDay, useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useSessionsToReview, type SessionToReview } from '../api.ts';

const SHOWN = 5;

export const SessionsToReview = () => {
  const { t } = useTranslation('teacher');
  const { data } = useSessionsToReview();
  if (!data?.sessions.length) return null;
  return (
    <div style={{ marginBlockStart: tokens.margin }}>
      <SectionCard title={t('toReview.title')}>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.marginSM }}>
          {data.sessions.slice(0, SHOWN).map((one) => (
            <SessionToReviewRow key={one.session._id} {...one} />
          ))}
        </ul>
        {(data.more || data.sessions.length > SHOWN) && (
          <p style={{ margin: `${tokens.marginSM}px 0 0`, color: tokens.colorTextSecondary }}>
            {t('toReview.more')}
          </p>
        )}
      </SectionCard>
    </div>
  );
};

const SessionToReviewRow = ({ session, count }: SessionToReview) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const date = formatDay(session.date);
  return (
    <li style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.marginSM }}>
      <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <CourseName course={session.course} /> · {date}
        <div style={{ display: 'flex', gap: tokens.marginXS, color: tokens.colorTextSecondary }}>
          <FlagFilled aria-hidden style={{ color: tokens.colorWarning }} />
          {t('toReview.count', { count })}
        </div>
      </div>
      <LinkButton
        to={to.review(session._id)}
        aria-label={t('toReview.openOf', { course: session.course.code, date })}
      >
        {t('toReview.open')}
      </LinkButton>
    </li>
  );
};
