import { QueryView } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useSession } from '../api/use-session.ts';
import { SessionView } from '../components/session-view.tsx';

export const SessionPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { sessionId = '' } = useParams();
  const session = useSession(sessionId);
  return (
    <QueryView
      query={session}
      errorMessage={t('specified:sessionFailed')}
      notFound={{
        message: messageOf(session.error, t('specified:sessionNotFound')),
        back: { to: to.sessions, label: t('session.back') },
      }}
    >
      {(found) => <SessionView key={found._id} session={found} receivedAt={session.dataUpdatedAt} />}
    </QueryView>
  );
};
