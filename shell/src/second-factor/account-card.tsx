import { RECOVERY_CODES, routes, type SecondFactor as Factor } from '@qr-attendance/contracts';
import { passwordSignIn } from '@qr-attendance/page-start/app';
import { ActionButton, Button, Card, ConfirmButton, LoadingState, QueryView } from '@qr-attendance/ui-kit';
import {
  apiKey,
  formatDay,
  retryableLazy,
  useApi,
  useApiMutation,
  useApiQuery,
  useIdentity,
  useRefetch,
} from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
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

const KEY = apiKey(routes.auth.getSecondFactor);
/** With fewer codes, the page advises to get new ones. */
const MIN_CODES = 3;

const RenewButton = ({ onCodes }: { onCodes: (codes: string[]) => void }) => {
  const { t } = useTranslation('secondFactor');
  const renew = useApiMutation(routes.auth.renewRecoveryCodes, () => ({}), {
    refetches: [KEY],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <ConfirmButton
      label={t('account.renew')}
      question={{ title: t('account.renew'), text: t('account.renewText', { codes: RECOVERY_CODES }) }}
      act={() => renew.mutateAsync()}
      onGiveUp={renew.cancel}
      failure={t('failed')}
    />
  );
};

const ForgetButton = () => {
  const { t } = useTranslation('secondFactor');
  const queries = useQueryClient();
  const forget = useApiMutation(routes.auth.forgetRememberedBrowsers, () => ({}), {
    onSuccess: (factor) => queries.setQueryData(KEY, factor),
  });
  return (
    <ActionButton act={() => forget.mutateAsync()} done={t('account.forgotten')} failure={t('failed')}>
      {t('account.forget')}
    </ActionButton>
  );
};

const RemoveButton = ({ onRemoved }: { onRemoved: () => void }) => {
  const { t } = useTranslation('secondFactor');
  const remove = useApiMutation(routes.auth.removeSecondFactor, () => ({}), {
    refetches: [KEY],
    onSuccess: onRemoved,
  });
  return (
    <ConfirmButton
      danger
      label={t('account.remove')}
      question={{ title: t('account.removeQuestion'), text: t('account.removeText') }}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('account.removed')}
      failure={t('failed')}
    />
  );
};

interface ActiveProps {
  factor: Factor;
  onCodes: (codes: string[]) => void;
  onReplace: () => void;
  onRemoved: () => void;
}

const ActiveFactor = ({ factor, onCodes, onReplace, onRemoved }: ActiveProps) => {
  const { t } = useTranslation('secondFactor');
  const { since, recoveryCodesLeft: left, isRequired, rememberedBrowsers: browsers } = factor;
  return (
    <>
      <p className="flush below-xs">
        {since ? t('account.since', { day: formatDay(since) }) : t('account.on')}
      </p>
      <p className={left < MIN_CODES ? 'flush below-xs warning-text' : 'flush below-xs'}>
        {t('account.codesLeft', { count: left })}
      </p>
      {browsers > 0 && <p className="flush below-xs">{t('account.browsers', { count: browsers })}</p>}
      <div className="row above">
        <Button onClick={onReplace}>{t('account.replace')}</Button>
        <RenewButton onCodes={onCodes} />
        {browsers > 0 && <ForgetButton />}
        {!isRequired && <RemoveButton onRemoved={onRemoved} />}
      </div>
      {isRequired && <p className="flush above muted">{t('account.required')}</p>}
    </>
  );
};

export const SecondFactor = () => {
  const { t } = useTranslation('secondFactor');
  const api = useApi();
  const { user } = useIdentity();
  const refetch = useRefetch();
  const factor = useApiQuery(routes.auth.getSecondFactor);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const title = useRef<HTMLHeadingElement>(null);
  const activate = async (code: string) => {
    try {
      const answer = await api.call(routes.auth.activateSecondFactor, { body: { code } });
      setCodes(answer.recoveryCodes);
      setSettingUp(false);
      return answer;
    } finally {
      // A lost answer may belong to an activation.
      refetch([KEY]);
    }
  };
  // Identity providers have second factors of their own.
  if (passwordSignIn() === 'off' && user.userType !== 'ADMIN' && !factor.data?.isActive) return null;
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
    if (isSettingUp)
      return (
        <>
          {known.isActive && <p className="flush below">{t('account.replaceText')}</p>}
          <Setup
            start={() => api.call(routes.auth.startSecondFactor, {})}
            activate={activate}
            onCancel={() => {
              setSettingUp(false);
              focusTitle();
            }}
          />
        </>
      );
    const setUp = () => setSettingUp(true);
    if (known.isActive)
      return <ActiveFactor factor={known} onCodes={setCodes} onReplace={setUp} onRemoved={focusTitle} />;
    return (
      <>
        <p className="flush below">{t(known.isRequired ? 'account.mustSetUp' : 'account.off')}</p>
        <Button onClick={setUp}>{t('account.setUp')}</Button>
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
