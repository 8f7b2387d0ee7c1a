import { routes, type Profile, type User } from '@qr-attendance/contracts';
import {
  announceSignOut,
  classifyFailure,
  clearCachedScans,
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
import { waitingScan } from '../scan/waiting-scan.ts';
import { trackShownPerson } from './shown-person.ts';
import { startOver } from './start-over.ts';
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
  const tried = tokenStore.get();
  if (tried === undefined) return { status: 'anonymous' };
  try {
    return { status: 'signed-in', ...(await api.call(routes.auth.getMe)) };
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

/** Forgets what belongs to whoever signed out: tickets, and what the areas keep in memory. */
const forgetPerson = (): void => {
  clearCachedScans();
  waitingScan.forgetAll();
  announceSignOut();
};

/** Keeps who is signed in. Specification, section 4. */
export const IdentityProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<IdentityState>(() => ({
    status: tokenStore.get() ? 'checking' : 'anonymous',
  }));
  const [renewalRetry, setRenewalRetry] = useState<Retry>();
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
      person.noteChange();
      show(next);
    },
    [person, show],
  );
  const [{ api, renewal, signOuts }] = useState(() =>
    createApi({
      onSignedOut: (why) => change(signedOutFor(why)),
      onRetry: setRenewalRetry,
      startOverIfOther: (token) => {
        const other = person.isOther(token);
        if (other) startOver();
        return other;
      },
    }),
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
    const tell = () => void renewal.start().catch(() => undefined);
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
    const token = tokenStore.get();
    if (token !== undefined && person.isOther(token)) {
      // Somebody signed in on this very page.
      forgetPerson();
      person.forget();
    }
    const counts = person.ask();
    const found = await findIdentity(api, texts.current, failures.current);
    if (!counts(found)) return;
    failures.current = found.status === 'unreachable' ? failures.current + 1 : 0;
    // A signed-in page stays one while the server can't be reached.
    if (found.status === 'unreachable' && person.isKnown()) return;
    show(found);
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
    const counts = person.ask();
    void findIdentity(api, texts.current).then((found) => {
      if (current && counts(found)) show(found);
    });
    return () => {
      current = false;
    };
  }, [api, person, show]);

  // Begun by a page that was closed, or lost the network, before the server heard of it.
  useEffect(() => void signOuts.finish(), [signOuts]);

  useEffect(() => {
    // Signed in or out in another tab: this one follows.
    const over = new AbortController();
    const follow = () => {
      const token = tokenStore.get();
      if (token === undefined) {
        if (person.isKnown()) forgetPerson();
        change({ status: 'anonymous' });
      } else if (person.isOther(token)) startOver();
      else if (!person.isKnown()) {
        person.noteChange();
        void reload();
      }
    };
    tokenStore.watchOthers(follow, over.signal);
    return () => over.abort();
  }, [change, person, reload]);

  const actions = useMemo<IdentityActions>(() => {
    const enter = ({ token, user, profile }: { token: string; user: User; profile: Profile }): User => {
      tokenStore.set(token);
      change({ status: 'signed-in', user, profile });
      return user;
    };
    return {
      state,
      api,
      renewalRetry,
      reload,
      signIn: async (credentials, turn) => {
        await signOuts.tryOnce();
        return enter(await api.call(routes.auth.login, { ...turn, body: credentials }));
      },
      register: async (registration, turn) => {
        await signOuts.tryOnce();
        return enter(await api.call(routes.auth.register, { ...turn, body: registration }));
      },
      signOut: async () => {
        // Out at once, whether or not the server hears of it: the cookie alone opens nothing here.
        signOuts.begin();
        tokenStore.clear();
        change({ status: 'anonymous' });
        forgetPerson();
        void forgetPendingMarks();
        await signOuts.finish();
      },
    };
  }, [state, api, renewalRetry, reload, change, signOuts]);
  return <IdentityContext value={actions}>{children}</IdentityContext>;
};
