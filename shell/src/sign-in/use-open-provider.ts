import { isBurstCode, routes, type SignInProvider } from '@qr-attendance/contracts';
import { messageOf, openAddress, pause, type ApiClient } from '@qr-attendance/web-kit';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { wantedPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { lastChoice } from './last-choice.ts';

/**
 * The maximum time for saving a scan. After a slower request, the code may still be valid after the sign-in.
 */
const MAX_SCAN_MS = 10_000;
/** After this time the page says that the provider is slow, and the button works again. */
const SLOW_MS = 8_000;

/** Leaving the page aborts its requests, so the scan is saved first. */
const waitForScan = async (api: ApiClient, path: string | undefined): Promise<void> => {
  const code = codeOfPath(path ?? '');
  if (!code || isBurstCode(code)) return;
  const saving = import(/* webpackChunkName: "scan" */ '../scan/scan-queries.ts').then(
    ({ startSavingScan }) => startSavingScan(api, code),
  );
  await Promise.race([saving.catch(() => undefined), pause(MAX_SCAN_MS)]);
};

/**
 * Opens the provider's page only after our server has responded; otherwise the browser would show an error
 * page.
 */
export const useOpenProvider = () => {
  const { t } = useTranslation('providers');
  const { api, finishSignOut } = useIdentityState();
  const from = wantedPath(useLocation().state);
  const [opened, setOpened] = useState<SignInProvider>();
  const [isSlow, setSlow] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = useRef<AbortController>(undefined);

  const stop = (why?: string) => {
    press.current?.abort();
    setOpened(undefined);
    setSlow(false);
    setProblem(why);
  };
  useEffect(() => {
    // Going back may restore this page as it was left.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setOpened(undefined);
    };
    window.addEventListener('pageshow', restore);
    return () => {
      window.removeEventListener('pageshow', restore);
      press.current?.abort();
    };
  }, []);
  useEffect(() => {
    if (!opened) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [opened]);

  const open = async (provider: SignInProvider): Promise<void> => {
    stop();
    // A new object, so that another press of the same button restarts the timer.
    setOpened({ ...provider });
    const { signal } = (press.current = new AbortController());
    try {
      const [current] = await Promise.all([
        api.call(routes.auth.listSignInProviders, { signal }),
        finishSignOut(),
        waitForScan(api, from),
      ]);
      if (signal.aborted) return;
      const active = current.find(({ _id }) => _id === provider._id);
      if (!active) return stop(t('errors.provider_unknown'));
      lastChoice.set(provider._id);
      openAddress(from ? `${active.startUrl}?returnTo=${encodeURIComponent(from)}` : active.startUrl);
    } catch (error) {
      if (!signal.aborted) stop(messageOf(error, t('notOpened', { name: provider.name })));
    }
  };
  return { open, opened, isSlow, problem };
};
