import type { UserType } from '@qr-attendance/contracts';
import { ErrorState, RetryCountdown, Spinner } from '@qr-attendance/ui-kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';

export const RequireSignedIn = ({ userType, children }: { userType?: UserType; children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { state, reload } = useIdentityState();
  const location = useLocation();
  switch (state.status) {
    case 'checking':
      return (
        <div role="status" aria-label={t('identity.checking')} className="ui-state">
          <Spinner />
        </div>
      );
    case 'unreachable':
      return (
        <ErrorState
          message={state.error}
          hint={
            <>
              {t('identity.kept')} <RetryCountdown retry={state.retry} />
            </>
          }
          onRetry={() => void reload()}
        />
      );
    case 'outdated':
      return (
        <ErrorState
          message={state.error}
          retryText={t('common:reload')}
          onRetry={() => window.location.reload()}
        />
      );
    case 'anonymous':
      return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
    case 'signed-in':
      if (userType && state.user.userType !== userType) return <Navigate to="/" replace />;
      return <>{children}</>;
  }
};
