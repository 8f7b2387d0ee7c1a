import type { RequiredChecks, SessionPolicy } from '@qr-attendance/contracts';
import { currentLanguage } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const checkNames = [
  'requirePin',
  'requireDevice',
  'requireSelfie',
  'requirePasskey',
] as const satisfies (keyof RequiredChecks)[];

/** Formats a policy in one line: `PIN, selfie, and the network 10.20.0.0/16 or 10.30.0.0/16`. */
export const useDescribePolicy = () => {
  const { t } = useTranslation('teacher');
  return (policy: SessionPolicy): string => {
    const list = (items: string[], type: 'conjunction' | 'disjunction') =>
      new Intl.ListFormat(currentLanguage(), { type }).format(items);
    const { networks, allowUnsigned, presenceCheck = 'off' } = policy;
    const required = [
      ...checkNames.filter((name) => policy[name]).map((name) => t(`policy.short.${name}`)),
      ...(policy.burstCodes
        ? [t(policy.allowWords === false ? 'policy.short.burstCodesOnly' : 'policy.short.burstCodes')]
        : []),
      ...(presenceCheck === 'off' ? [] : [t('presenceCheck.short')]),
      ...(allowUnsigned === false ? [t('policy.short.signed')] : []),
      ...(networks.length ? [t('policy.short.networks', { networks: list(networks, 'disjunction') })] : []),
    ];
    if (!required.length) return t('policy.nothing');
    const words = list(required, 'conjunction');
    return words.charAt(0).toLocaleUpperCase(currentLanguage()) + words.slice(1);
  };
};
