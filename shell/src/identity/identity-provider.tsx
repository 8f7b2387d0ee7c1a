import { routes } from '@qr-attendance/contracts';
import { ApiError, messageOf } from '@qr-attendance/web-kit';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createApi } from './create-api.ts';
import { IdentityContext, type IdentityActions, type IdentityState } from './identity-context.ts';
import { tokenStore } from './token-store.ts';

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Keeps who is signed in. Specification, section 4. */
export const IdentityProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<IdentityState>({ status: 'checking' });
  const [api] = useState(() => createApi(() => setState({ status: 'anonymous' })));

  const reload = useCallback(async () => {
    if (!tokenStore.get()) {
      setState({ status: 'anonymous' });
      return;
    }
    try {
      setState({ status: 'signed-in', ...(await api.call(routes.auth.getMe)) });
    } catch (error) {
      if (isRefusal(error)) {
        tokenStore.clear();
        setState({ status: 'anonymous', error: messageOf(error, t('identity.failed')) });
      } else {
        setState((before) => (before.status === 'signed-in' ? before : { status: 'unreachable' }));
      }
    }
  }, [api, t]);

  useEffect(() => {
    void reload();
  }, [reload]);

  useEffect(() => {
    // Signed in or out in another tab: this one follows.
    const follow = (event: StorageEvent) => {
      if (event.key === 'token' && (event.oldValue === null || event.newValue === null)) void reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [reload]);

  const actions = useMemo<IdentityActions>(
    () => ({
      state,
      api,
      reload,
      signIn: async (credentials) => {
        const { token, user, profile } = await api.call(routes.auth.login, { body: credentials });
        tokenStore.set(token);
        setState({ status: 'signed-in', user, profile });
        return user;
      },
      register: async (registration) => {
        const { token, user, profile } = await api.call(routes.auth.register, { body: registration });
        tokenStore.set(token);
        setState({ status: 'signed-in', user, profile });
        return user;
      },
      signOut: async () => {
        // Out at once, whether or not the server hears of it: the cookie alone opens nothing here.
        const revoked = api.call(routes.auth.logout).catch(() => undefined);
        tokenStore.clear();
        setState({ status: 'anonymous' });
        await revoked;
      },
    }),
    [state, api, reload],
  );
  return <IdentityContext value={actions}>{children}</IdentityContext>;
};
