import { routes } from '@qr-attendance/contracts';
import { apiKey, formatDay, useApiMutation, useApiQuery, useRefetch } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Card } from '../card/card.tsx';
import { Failure } from '../form/failure.tsx';

/** The secret address for calendar apps, which is shown only once, because only its hash is stored. */
export const CalendarFeed = () => {
  const { t } = useTranslation('common');
  const refetches = [apiKey(routes.session.getCalendarFeed)];
  const { data: feed } = useApiQuery(routes.session.getCalendarFeed);
  const refetch = useRefetch();
  const renew = useApiMutation(routes.session.renewCalendarFeed, () => ({}), {
    // The refetch is not awaited, so that the address is shown even if reloading other data fails.
    onSuccess: () => void refetch(refetches),
  });
  const revoke = useApiMutation(routes.session.revokeCalendarFeed, () => ({}), {
    refetches,
    onSuccess: () => renew.reset(),
  });
  if (!feed) return null;
  const { createdAt } = feed;
  return (
    <Card className="above" title={t('feed.title')} help={t('feed.help')}>
      <Failure error={renew.error ?? revoke.error} text={t('failed')} />
      {renew.data ? (
        <p role="status" className="flush below-sm wrap">
          <code dir="ltr">{window.location.origin + renew.data.path}</code>
        </p>
      ) : (
        createdAt !== undefined && (
          <p className="flush below-sm muted">{t('feed.created', { day: formatDay(createdAt) })}</p>
        )
      )}
      <div className="row">
        <Button loading={renew.isPending} onClick={() => renew.mutate()}>
          {t(createdAt === undefined ? 'feed.create' : 'feed.renew')}
        </Button>
        {createdAt !== undefined && (
          <Button danger loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {t('feed.revoke')}
          </Button>
        )}
      </div>
    </Card>
  );
};
