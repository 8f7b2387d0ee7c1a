import { routes } from '@qr-attendance/contracts';
import { ApiError, forgetPendingMarks, messageOf, type ApiClient } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createApi } from './create-api.ts';
import { IdentityContext, type IdentityActions, type IdentityState } from './identity-context.ts';
import { tokenStore } from './token-store.ts';

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A sign-in that is over is no news; a suspended account is. */
const signedOutFor = (why: ApiError): IdentityState =>
  why.code === 'suspended' && why.message
    ? { status: 'anonymous', error: why.message }
    : { status: 'anonymous' };

/** Tries the stored token. One that the server refuses is dropped; one it could not look at is kept. */
const findIdentity = async (api: ApiClient, t: TFunction<'shell'>): Promise<IdentityState> => {
  if (!tokenStore.get()) return { status: 'anonymous' };
  try {
    return { status: 'signed-in', ...(await api.call(routes.auth.getMe)) };
  } catch (error) {
    if (!isRefusal(error))
      return { status: 'unreachable', error: messageOf(error, t('specified:userFailed')) };
    tokenStore.clear();
    return { status: 'anonymous', error: messageOf(error, t('specified:authenticationFailed')) };
  }
};

/** Keeps who is signed in. Specification, section 4. */
export const IdentityProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<IdentityState>(() => ({
    status: tokenStore.get() ? 'checking' : 'anonymous',
  }));
  const [api] = useState(() => createApi((why) => setState(signedOutFor(why))));

  /** The sentences of the moment: another language must not ask the server anew. */
  const texts = useRef(t);
  useEffect(() => {
    texts.current = t;
  });

  const reload = useCallback(async () => {
    const found = await findIdentity(api, texts.current);
    // A signed-in page stays one while the server can't be reached.
    setState((before) => (found.status === 'unreachable' && before.status === 'signed-in' ? before : found));
  }, [api]);

  useEffect(() => {
    let current = true;
    void findIdentity(api, texts.current).then((found) => {
      if (current) setState(found);
    });
    return () => {
      current = false;
    };
  }, [api]);

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
        void forgetPendingMarks();
        await revoked;
      },
    }),
    [state, api, reload],
  );
  return <IdentityContext value={actions}>{children}</IdentityContext>;
};
