import { ErrorState, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { isNotFound } from '../../../shared/is-not-found.ts';
import { links } from '../../../shared/links.ts';
import { useSession } from '../api.ts';
import { ProjectorScreen } from '../components/projector-screen.tsx';
import { ProjectorView } from '../components/projector-view.tsx';

/** A separate URL, so that a reload in front of the class shows the code again. */
export const ProjectorPage = () => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const session = useSession(id);
  const leave = () => void navigate(to.session(id), { replace: true });
  return (
    <ProjectorScreen onClose={leave}>
      {isNotFound(session.error) ? (
        <ErrorState message={t('specified:sessionNotFound')} />
      ) : (
        <QueryView query={session} errorMessage={t('specified:sessionFailed')}>
          {(found) => <ProjectorView key={found._id} session={found} receivedAt={session.dataUpdatedAt} />}
        </QueryView>
      )}
    </ProjectorScreen>
  );
};
