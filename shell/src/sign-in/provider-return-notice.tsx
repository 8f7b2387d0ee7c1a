import { knownOrOther, providerSignInErrorSchema } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { providerName } from './provider-name.ts';
import { useLocation } from 'react-router';
import { type ProviderReturn, useProviderReturn } from './use-provider-return.ts';

const ResultNotice = ({ error, provider, linked, proof }: ProviderReturn) => {
  const { t } = useTranslation('providers');
  const { renewToken } = useIdentityState();
  const isOwnTab = useLocation().pathname === '/confirmed';
  useEffect(() => {
    if (proof === null) return;
    // Only a new access token contains the proof. Browsers may not let the page close a tab that visited other sites.
    void renewToken().then(() => isOwnTab && window.close());
  }, [proof, isOwnTab, renewToken]);
  if (error !== null) {
    const name = providerName(provider, t);
    const code = knownOrOther(providerSignInErrorSchema, error);
    return <Notice type="error" title={t(`errors.${code}`, { name })} className="below" />;
  }
  const proved = t(isOwnTab ? 'confirmed.done' : 'proved');
  const done = linked === null ? proved : t('linked', { name: providerName(linked, t) });
  return <Notice type="success" role="status" title={done} className="below" />;
};

/** Shows the result of an attempt at an identity provider, on the page to which the provider redirects. */
export const ProviderReturnNotice = () => {
  const result = useProviderReturn();
  return result ? <ResultNotice {...result} /> : null;
};
