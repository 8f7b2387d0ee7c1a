import { isBurstCode, routes, type SignInProvider } from '@qr-attendance/contracts';
import { messageOf, pause, useOpenAddress, type ApiClient } from '@qr-attendance/web-kit';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { wantedPath } from '../guards/return-path.ts';
import { useIdentityState } from '../identity/identity-context.ts';
import { lastChoice } from './last-choice.ts';
import { wantedPage } from './wanted-page.ts';

/**
 * The maximum time for saving a scan. After a slower request, the code may still be valid after the sign-in.
 */
const MAX_SCAN_MS = 10_000;

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
  const { isLeaving, isSlow, prepare, leaveFor, stay } = useOpenAddress();
  const [chosen, setChosen] = useState<SignInProvider>();
  const [problem, setProblem] = useState<string>();
  const press = useRef<AbortController>(undefined);
  useEffect(() => () => press.current?.abort(), []);

  const stop = (why: string) => {
    stay();
    setProblem(why);
  };
  const open = async (provider: SignInProvider): Promise<void> => {
    press.current?.abort();
    const { signal } = (press.current = new AbortController());
    setChosen(provider);
    setProblem(undefined);
    prepare();
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
      wantedPage.set(from);
      leaveFor(from ? `${active.startUrl}?returnTo=${encodeURIComponent(from)}` : active.startUrl);
    } catch (error) {
      if (!signal.aborted) stop(messageOf(error, t('notOpened', { name: provider.name })));
    }
  };
  return { open, chosen, isLeaving, isSlow, problem };
};
