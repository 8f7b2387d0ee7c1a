import { QueryView } from '@qr-attendance/ui-kit';
import { useWakeLock } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useSession } from '../api/use-session.ts';
import { ProjectorScreen } from '../components/projector-screen.tsx';
import { ProjectorView } from '../components/projector-view.tsx';

const SIGNS = ['pointerdown', 'keydown'] as const;

/** A separate URL, so that the code is shown again after a reload in front of the class. */
export const ProjectorPage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const navigate = useNavigate();
  const { sessionId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const unattended = search.get('opened') === 'itself';
  const session = useSession(sessionId, unattended);
  const hasEnded = session.data?.active === false;
  useWakeLock(!hasEnded);
  const leave = () => void navigate(to.session(sessionId), { replace: true });
  // Ignores pointer movement, because a pointer can move although nobody touches it.
  useEffect(() => {
    if (!unattended) return;
    const attend = () => setSearch({}, { replace: true });
    for (const sign of SIGNS) window.addEventListener(sign, attend);
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, attend);
    };
  }, [unattended, setSearch]);
  // Returns to the dashboard, which opens the next class.
  useEffect(() => {
    if (unattended && hasEnded) void navigate(to.dashboard, { replace: true });
  }, [unattended, hasEnded, navigate, to.dashboard]);
  return (
    <ProjectorScreen onClose={leave}>
      <QueryView
        query={session}
        errorMessage={t('specified:sessionFailed')}
        notFound={{ message: t('specified:sessionNotFound') }}
        quiet
      >
        {(found) => (
          <ProjectorView
            key={found._id}
            session={found}
            receivedAt={session.dataUpdatedAt}
            unattended={unattended}
          />
        )}
      </QueryView>
    </ProjectorScreen>
  );
};
