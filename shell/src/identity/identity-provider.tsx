import { routes, type AnswerOf, type User } from '@qr-attendance/contracts';
import {
  dispatchSignOut,
  classifyFailure,
  clearCachedScans,
  deletePendingMarks,
  i18n,
  messageOf,
  openAddress,
  retryDelay,
  type ApiClient,
  type ApiError,
  type Retry,
} from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createApi } from './create-api.ts';
import { IdentityContext, type IdentityActions, type IdentityState } from './identity-context.ts';
import { savedScan } from '../scan/saved-scan.ts';
import { trackShownPerson } from './shown-person.ts';
import { reloadForOtherUser } from './reload-for-other-user.ts';
import { tokenStore } from './token-store.ts';

const RENEW_AHEAD_DELAY_MS = 20_000;

const signedOutFor = (why: ApiError): IdentityState =>
  why.code === 'suspended' && why.message
    ? { status: 'anonymous', error: why.message }
    : { status: 'anonymous' };

/**
 * Removes a rejected token; keeps it if the check is not answered. `failures` counts preceding unanswered
 * checks.
 */
const findIdentity = async (api: ApiClient, t: TFunction<'shell'>, failures = 0): Promise<IdentityState> => {
  const tried = tokenStore.get();
  if (tried === undefined) return { status: 'anonymous' };
  try {
    return { status: 'signed-in', ...(await api.call(routes.auth.getMe, {})) };
  } catch (error) {
    const failure = classifyFailure(error);
    if (failure.kind === 'signed-out') {
      if (tokenStore.get() === tried) tokenStore.clear();
      return { status: 'anonymous', error: messageOf(error, t('specified:authenticationFailed')) };
    }
    const text = messageOf(error, t('specified:userFailed'));
    if (failure.kind === 'incompatible') return { status: 'outdated', error: text };
    const retry: Retry = {
      kind: failure.kind === 'busy' ? 'busy' : 'unreachable',
      until: Date.now() + retryDelay(failure, failures),
    };
    return { status: 'unreachable', error: text, retry };
  }
};

/** Deletes the cached tickets of the user who signed out, and the data that areas hold in memory. */
const clearUserData = (): void => {
  clearCachedScans();
  savedScan.deleteAll();
  dispatchSignOut();
};

export const IdentityProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<IdentityState>(() => ({
    status: tokenStore.get() ? 'checking' : 'anonymous',
  }));
  const [renewalRetry, setRenewalRetry] = useState<Retry>();
  const [movedTo, setMovedTo] = useState<string>();
  const [person] = useState(trackShownPerson);
  const show = useCallback(
    (next: IdentityState) => {
      person.follow(next);
      setState(next);
    },
    [person],
  );
  const change = useCallback(
    (next: IdentityState) => {
      person.recordChange();
      show(next);
    },
    [person, show],
  );
  const [{ api, renewal, signOuts, renewByCookie }] = useState(() =>
    createApi({
      onSignedOut: (why) => change(signedOutFor(why)),
      onRetry: setRenewalRetry,
      onMoved: setMovedTo,
      prover: person.prover,
      reloadIfOtherUser: (token) => {
        const other = person.isOther(token);
        if (other) reloadForOtherUser();
        return other;
      },
    }),
  );
  useEffect(() => {
    const over = new AbortController();
    // The start is deferred, because first pages do not need renewals. Until then, tokens are renewed after
    // they expire.
    const timer = setTimeout(() => {
      import('./renew-ahead.ts')
        .then(({ renewAhead }) => over.signal.aborted || renewAhead(renewal, tokenStore, over.signal))
        .catch(() => undefined);
    }, RENEW_AHEAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [renewal]);

  // A renewal also updates the language of the user's emails.
  useEffect(() => {
    const renewForLanguage = () => void renewal.start().catch(() => undefined);
    i18n.on('languageChanged', renewForLanguage);
    return () => i18n.off('languageChanged', renewForLanguage);
  }, [renewal]);

  /** A ref, so that changing the language does not repeat the request. */
  const texts = useRef(t);
  useEffect(() => {
    texts.current = t;
  });

  const failures = useRef(0);
  const reload = useCallback(async () => {
    const token = tokenStore.get();
    if (token !== undefined && person.isOther(token)) {
      // Somebody else signed in on this page.
      clearUserData();
      person.forget();
    }
    const isCurrent = person.startRequest();
    const identity = await findIdentity(api, texts.current, failures.current);
    if (!isCurrent(identity)) return;
    failures.current = identity.status === 'unreachable' ? failures.current + 1 : 0;
    // A signed-in page stays signed in while the server is unreachable.
    if (identity.status === 'unreachable' && person.isKnown()) return;
    show(identity);
  }, [api, person, show]);

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
    const isCurrent = person.startRequest();
    void findIdentity(api, texts.current).then((found) => {
      if (current && isCurrent(found)) show(found);
    });
    return () => {
      current = false;
    };
  }, [api, person, show]);

  // Completes a sign-out that an earlier page could not send.
  useEffect(() => void signOuts.finish(), [signOuts]);

  useEffect(() => {
    const over = new AbortController();
    const follow = () => {
      const token = tokenStore.get();
      if (token === undefined) {
        if (person.isKnown()) clearUserData();
        change({ status: 'anonymous' });
      } else if (person.isOther(token)) reloadForOtherUser();
      else if (!person.isKnown()) {
        person.recordChange();
        void reload();
      }
    };
    tokenStore.watchOthers(follow, over.signal);
    return () => over.abort();
  }, [change, person, reload]);

  const resumeSignIn = useCallback(async () => {
    await signOuts.signIn(renewByCookie);
    await reload();
  }, [signOuts, renewByCookie, reload]);
  const renewToken = useCallback(async () => {
    // The next call reports a page that is too old for the server.
    await renewal.start().catch(() => undefined);
  }, [renewal]);

  const actions = useMemo<IdentityActions>(() => {
    const enter = async (request: () => Promise<AnswerOf<typeof routes.auth.login>>): Promise<User> => {
      const { user, profile } = await signOuts.signIn(request);
      change({ status: 'signed-in', user, profile });
      return user;
    };
    return {
      state,
      api,
      renewalRetry,
      movedTo,
      reload,
      signIn: (credentials, turn) => enter(() => api.call(routes.auth.login, { ...turn, body: credentials })),
      register: (registration, turn) =>
        enter(() => api.call(routes.auth.register, { ...turn, body: registration })),
      storeSignIn: signOuts.signIn,
      resumeSignIn,
      renewToken,
      finishSignOut: signOuts.finishNow,
      signOut: async ({ withProvider } = { withProvider: false }) => {
        signOuts.begin();
        tokenStore.clear();
        change({ status: 'anonymous' });
        clearUserData();
        void deletePendingMarks();
        if (!withProvider) return signOuts.finish();
        const url = await signOuts.finishWithProvider();
        // Another user may have signed in during the request.
        if (url !== undefined && tokenStore.get() === undefined) openAddress(url);
      },
    };
  }, [state, api, renewalRetry, movedTo, reload, resumeSignIn, renewToken, change, signOuts]);
  return <IdentityContext value={actions}>{children}</IdentityContext>;
};
