import { routes } from '@qr-attendance/contracts';
import {
  classifyFailure,
  forgetPendingMarks,
  messageOf,
  retryDelay,
  type ApiClient,
  type ApiError,
  type Retry,
} from '@qr-attendance/web-kit';
import i18next, { type TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createApi } from './create-api.ts';
import { IdentityContext, type IdentityActions, type IdentityState } from './identity-context.ts';
import { tokenStore } from './token-store.ts';

const KEEP_AHEAD_AFTER_MS = 20_000;

/** A sign-in that is over is no news; a suspended account is. */
const signedOutFor = (why: ApiError): IdentityState =>
  why.code === 'suspended' && why.message
    ? { status: 'anonymous', error: why.message }
    : { status: 'anonymous' };

/**
 * Tries the stored token. One that can't be renewed is dropped; one that the server did not look at is kept.
 * `failures`: how often it did not in a row before.
 */
const findIdentity = async (api: ApiClient, t: TFunction<'shell'>, failures = 0): Promise<IdentityState> => {
  if (!tokenStore.get()) return { status: 'anonymous' };
  try {
    return { status: 'signed-in', ...(await api.call(routes.auth.getMe)) };
  } catch (error) {
    const failure = classifyFailure(error);
    if (failure.kind === 'signed-out') {
      tokenStore.clear();
      return { status: 'anonymous', error: messageOf(error, t('specified:authenticationFailed')) };
    }
    const retry: Retry = {
      kind: failure.kind === 'busy' ? 'busy' : 'unreachable',
      until: Date.now() + retryDelay(failure, failures),
    };
    return { status: 'unreachable', error: messageOf(error, t('specified:userFailed')), retry };
  }
};

/** Keeps who is signed in. Specification, section 4. */
export const IdentityProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<IdentityState>(() => ({
    status: tokenStore.get() ? 'checking' : 'anonymous',
  }));
  const [renewalRetry, setRenewalRetry] = useState<Retry>();
  const [{ api, renewal }] = useState(() =>
    createApi({ onSignedOut: (why) => setState(signedOutFor(why)), onRetry: setRenewalRetry }),
  );
  useEffect(() => {
    const over = new AbortController();
    // Not among what the page is waited for; where it can't be fetched, a token is renewed once it has expired.
    const timer = setTimeout(() => {
      import('./keep-ahead.ts')
        .then(({ keepAhead }) => over.signal.aborted || keepAhead(renewal, tokenStore, over.signal))
        .catch(() => undefined);
    }, KEEP_AHEAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [renewal]);

  // A renewal tells the server the language that emails are to be in from now on.
  useEffect(() => {
    const tell = () => void renewal.start();
    i18next.on('languageChanged', tell);
    return () => i18next.off('languageChanged', tell);
  }, [renewal]);

  /** The sentences of the moment: another language must not ask the server again. */
  const texts = useRef(t);
  useEffect(() => {
    texts.current = t;
  });

  const failures = useRef(0);
  const reload = useCallback(async () => {
    const found = await findIdentity(api, texts.current, failures.current);
    failures.current = found.status === 'unreachable' ? failures.current + 1 : 0;
    // A signed-in page stays one while the server can't be reached.
    setState((before) => (found.status === 'unreachable' && before.status === 'signed-in' ? before : found));
  }, [api]);

  useEffect(() => {
    if (state.status !== 'unreachable') return;
    const again = () => void reload();
    const timer = setTimeout(again, state.retry.until - Date.now());
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [state, reload]);

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
      renewalRetry,
      reload,
      signIn: async (credentials, turn) => {
        const request = { ...turn, body: credentials };
        const { token, user, profile } = await api.call(routes.auth.login, request);
        tokenStore.set(token);
        setState({ status: 'signed-in', user, profile });
        return user;
      },
      register: async (registration, turn) => {
        const request = { ...turn, body: registration };
        const { token, user, profile } = await api.call(routes.auth.register, request);
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
    [state, api, renewalRetry, reload],
  );
  return <IdentityContext value={actions}>{children}</IdentityContext>;
};
