import {
  factorMethods,
  routes,
  type SecondFactor as Factor,
  type SecondFactorActivation,
} from '@qr-attendance/contracts';
import { passwordSignIn } from '@qr-attendance/page-start/app';
import { Button, Card, LoadingState, Notice, QueryView } from '@qr-attendance/ui-kit';
import { retryableLazy, useApi, useApiQuery, useIdentity, useRefetch } from '@qr-attendance/web-kit';
import { useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveFactor, FACTOR_KEY } from './active-factor.tsx';
import { newPasskey } from './new-passkey.ts';
import type { RecoveryCodes as Codes } from './recovery-codes.tsx';
import type { Setup as SetupForm } from './setup.tsx';

const Setup = retryableLazy<ComponentProps<typeof SetupForm>>(
  async () => (await import('./setup-chunk.ts')).Setup,
  <LoadingState />,
);
const RecoveryCodes = retryableLazy<ComponentProps<typeof Codes>>(
  async () => (await import('./setup-chunk.ts')).RecoveryCodes,
  <LoadingState />,
);

export const SecondFactor = () => {
  const { t } = useTranslation('secondFactor');
  const api = useApi();
  const { user, reload } = useIdentity();
  const refetch = useRefetch();
  const factor = useApiQuery(routes.auth.getSecondFactor);
  const [settingUp, setSettingUp] = useState<'any' | 'app'>();
  const [codes, setCodes] = useState<string[]>();
  const title = useRef<HTMLHeadingElement>(null);
  const activate = async (body: SecondFactorActivation) => {
    try {
      const answer = await api.call(routes.auth.activateSecondFactor, { body });
      // Another passkey leaves the earlier codes valid.
      if (answer.recoveryCodes.length > 0) setCodes(answer.recoveryCodes);
      setSettingUp(undefined);
      if ('newPasskey' in body) void reload();
      return answer;
    } finally {
      // A lost answer may belong to an activation.
      refetch([FACTOR_KEY]);
    }
  };
  // Many identity providers have second factors of their own. Whether this one is needed is unknown while it loads.
  const isNeeded = factor.data?.isActive || factor.data?.isRequired;
  if (passwordSignIn() === 'off' && user.userType !== 'ADMIN' && !isNeeded) return null;
  const focusTitle = () => title.current?.focus();
  const content = (known: Factor) => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          email={user.email}
          onDone={() => {
            setCodes(undefined);
            focusTitle();
          }}
        />
      );
    const { hasApp, canUsePasskey } = factorMethods(known);
    const startPasskey = () => api.call(routes.auth.startPasskeyRegistration, {});
    // A passkey was activated, but the response with the recovery codes was lost.
    const isWithoutCodes = settingUp === 'any' && known.isActive && !hasApp;
    if (settingUp && !isWithoutCodes)
      return (
        <>
          {hasApp && <p className="flush below">{t('account.replaceText')}</p>}
          <Setup
            onlyApp={settingUp === 'app'}
            hasPasskey={canUsePasskey}
            startApp={() => api.call(routes.auth.startSecondFactor, {})}
            startPasskey={startPasskey}
            requestPasskey={() => api.call(routes.auth.startPasskeyProof, {})}
            activate={activate}
            onCancel={() => {
              setSettingUp(undefined);
              focusTitle();
            }}
          />
        </>
      );
    if (known.isActive)
      return (
        <>
          {isWithoutCodes && <Notice type="warning" title={t('account.codesLost')} className="below" />}
          <ActiveFactor
            factor={known}
            onCodes={(renewed) => {
              setSettingUp(undefined);
              setCodes(renewed);
            }}
            onAddPasskey={async () => activate(await newPasskey(startPasskey, t('passkey.name')))}
            onSetUpApp={() => setSettingUp('app')}
            onRemoved={() => {
              setSettingUp(undefined);
              focusTitle();
            }}
          />
        </>
      );
    return (
      <>
        <p className="flush below">{t(known.isRequired ? 'account.mustSetUp' : 'account.off')}</p>
        <Button onClick={() => setSettingUp('any')}>{t('account.setUp')}</Button>
      </>
    );
  };
  return (
    <Card title={t('account.title')} titleRef={title} help={t('account.help')}>
      <QueryView query={factor} errorMessage={t('account.unknown')}>
        {content}
      </QueryView>
    </Card>
  );
};
