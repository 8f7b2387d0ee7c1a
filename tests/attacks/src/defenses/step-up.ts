import { REFEDS_MFA } from '@qr-attendance/contracts';
import { defense } from './defense.ts';

const providerFactor = () =>
  import('../../../../services/auth/src/core/second-factor/rules/provider-factor.ts');

export const statedMfa = defense(
  'a provider states the second factor that it was asked for',
  providerFactor,
  'hasSecondFactor',
  () => true,
);
export const declaredMfa = defense(
  'an `acr` counts only from a provider that is declared to state it',
  providerFactor,
  'hasSecondFactor',
  (original, provider, acr) => acr === REFEDS_MFA || original(provider, acr),
);
export const timeOfProof = defense(
  'a proof at a provider counts from the time that the provider states',
  () => import('../../../../services/auth/src/features/oidc/exchange.ts'),
  'exchangeCode',
  async (original, provider, currentUrl, secrets, options) => ({
    ...(await original(provider, currentUrl, secrets, { ...options, maxAge: undefined })),
    authenticatedAt: new Date(),
  }),
);
export const maximumLifetime = defense(
  'a sign-in has a maximum lifetime',
  () => import('../../../../services/auth/src/core/tokens/rules/refresh-token.ts'),
  'judgeRefreshToken',
  (original, token, relatives, browser, { now }) =>
    original(token, relatives, browser, { now, signInEnd: new Date(now.getTime() + 60_000) }),
);
