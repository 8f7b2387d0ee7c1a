import { ErrorState, QueryView } from '@qr-attendance/ui-kit';
import { ApiError, useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { useSession } from '../api/get-session.ts';
import { SessionView } from '../components/session-view.tsx';

/** No such session, someone else's, or an address that cannot be one's. */
const isNotFound = (error: unknown) => error instanceof ApiError && [400, 403, 404].includes(error.status);

export const SessionPage = () => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const { id = '' } = useParams();
  const session = useSession(id);
  if (isNotFound(session.error)) {
    return (
      <ErrorState
        message={t('specified:sessionNotFound')}
        back={{ to: to.sessions, label: t('session.back') }}
      />
    );
  }
  return (
    <QueryView query={session} errorMessage={t('specified:sessionFailed')}>
      {(found) => <SessionView key={found._id} session={found} receivedAt={session.dataUpdatedAt} />}
    </QueryView>
  );
};
