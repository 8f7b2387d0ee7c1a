import {
  factorMethods,
  MAX_PASSKEYS,
  type Passkey,
  RECOVERY_CODES,
  routes,
  type SecondFactor,
} from '@qr-attendance/contracts';
import { ActionButton, Button, ConfirmButton, Notice, PlainList, PlainRow } from '@qr-attendance/ui-kit';
import { supportsPasskeys } from '@qr-attendance/ui-kit/passkey';
import { apiKey, formatDay, useApiMutation, useIdentity } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAttempt } from './use-attempt.ts';
import './second-factor.css';

export const FACTOR_KEY = apiKey(routes.auth.getSecondFactor);
/** With fewer codes, the page advises to get new ones. */
const MIN_CODES = 3;

const RenewButton = ({ onCodes }: { onCodes: (codes: string[]) => void }) => {
  const { t } = useTranslation('secondFactor');
  const renew = useApiMutation(routes.auth.renewRecoveryCodes, () => ({}), {
    refetches: [FACTOR_KEY],
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
    onSuccess: (factor) => queries.setQueryData(FACTOR_KEY, factor),
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
    refetches: [FACTOR_KEY],
    onSuccess: onRemoved,
  });
  return (
    <ConfirmButton
      danger
      label={t('account.removeAll')}
      question={{ title: t('account.removeQuestion'), text: t('account.removeText') }}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('account.removed')}
      failure={t('failed')}
    />
  );
};

const RemoveAppButton = () => {
  const { t } = useTranslation('secondFactor');
  const remove = useApiMutation(routes.auth.removeAuthenticatorApp, () => ({}), { refetches: [FACTOR_KEY] });
  return (
    <ConfirmButton
      danger
      label={t('account.remove')}
      aria-label={t('account.removeNamed', { name: t('account.app') })}
      question={{ title: t('account.removeAppQuestion'), text: t('account.removeAppText') }}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('account.appRemoved')}
      failure={t('failed')}
    />
  );
};

const PasskeyRow = ({ passkey: { id, name, createdAt } }: { passkey: Passkey }) => {
  const { t } = useTranslation('secondFactor');
  const { reload } = useIdentity();
  const remove = useApiMutation(routes.auth.removePasskey, () => ({ params: { id } }), {
    refetches: [FACTOR_KEY],
    // The student area shows the same passkeys.
    onSuccess: () => void reload(),
  });
  return (
    <PlainRow
      title={<span dir="auto">{name}</span>}
      detail={t('account.passkeySince', { day: formatDay(createdAt) })}
      aside={
        <ConfirmButton
          danger
          label={t('account.remove')}
          aria-label={t('account.removeNamed', { name })}
          question={{ title: t('account.removePasskeyQuestion'), text: <span dir="auto">{name}</span> }}
          act={() => remove.mutateAsync()}
          onGiveUp={remove.cancel}
          done={t('account.passkeyRemoved')}
          failure={t('failed')}
        />
      }
    />
  );
};

const AddPasskeyButton = ({ add }: { add: () => Promise<unknown> }) => {
  const { t } = useTranslation('secondFactor');
  const { busy, problem, attempt } = useAttempt();
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button loading={busy} onClick={() => void attempt(add)}>
        {t('account.addPasskey')}
      </Button>
      {problem !== undefined && <Notice type="error" title={problem} className="second-factor-problem" />}
    </>
  );
};

interface ActiveProps {
  factor: SecondFactor;
  onCodes: (codes: string[]) => void;
  onAddPasskey: () => Promise<unknown>;
  onSetUpApp: () => void;
  onRemoved: () => void;
}

export const ActiveFactor = ({ factor, onCodes, onAddPasskey, onSetUpApp, onRemoved }: ActiveProps) => {
  const { t } = useTranslation('secondFactor');
  const { since, recoveryCodesLeft: left, isRequired, rememberedBrowsers: browsers } = factor;
  const { hasApp, passkeys } = factorMethods(factor);
  return (
    <>
      <p className="flush below-xs">
        {since ? t('account.since', { day: formatDay(since) }) : t('account.on')}
      </p>
      <p className={left < MIN_CODES ? 'flush below-xs warning-text' : 'flush below-xs'}>
        {t('account.codesLeft', { count: left })}
      </p>
      {browsers > 0 && <p className="flush below-xs">{t('account.browsers', { count: browsers })}</p>}
      <PlainList>
        {hasApp && (
          <PlainRow
            title={t('account.app')}
            detail={t('account.appDetail')}
            aside={
              <div className="row">
                <Button onClick={onSetUpApp}>{t('account.replace')}</Button>
                {passkeys.length > 0 && <RemoveAppButton />}
              </div>
            }
          />
        )}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </PlainList>
      <div className="row above">
        {!hasApp && <Button onClick={onSetUpApp}>{t('account.addApp')}</Button>}
        {passkeys.length < MAX_PASSKEYS && <AddPasskeyButton add={onAddPasskey} />}
        <RenewButton onCodes={onCodes} />
        {browsers > 0 && <ForgetButton />}
        {!isRequired && <RemoveButton onRemoved={onRemoved} />}
      </div>
      {isRequired && <p className="flush above muted">{t('account.required')}</p>}
    </>
  );
};
