import { Card, CourseName, LinkButton } from '@qr-attendance/ui-kit';
import { FlagFilled } from '@ant-design/icons';
import { formatDay } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useLinks } from '../../../shared/use-links.ts';
import { useSessionsToReview, type SessionToReview } from '../api.ts';

const SHOWN = 5;

export const SessionsToReview = () => {
  const { t } = useTranslation('teacher');
  const { data } = useSessionsToReview();
  if (!data?.sessions.length) return null;
  return (
    <Card className="above" title={t('toReview.title')}>
      <ul className="list stack gap-sm">
        {data.sessions.slice(0, SHOWN).map((one) => (
          <SessionToReviewRow key={one.session._id} {...one} />
        ))}
      </ul>
      {(data.more || data.sessions.length > SHOWN) && (
        <p className="flush above-sm muted">{t('toReview.more')}</p>
      )}
    </Card>
  );
};

const SessionToReviewRow = ({ session, count }: SessionToReview) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const date = formatDay(session.date);
  return (
    <li className="row">
      <div className="grow">
        <CourseName course={session.course} /> · {date}
        <div className="line gap-xs muted">
          <FlagFilled aria-hidden className="warning-text" />
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
