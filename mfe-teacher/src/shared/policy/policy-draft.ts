import {
  type Complete,
  MAX_NETWORKS,
  networkSchema,
  presenceCheckChoiceSchema,
  type PresenceCheckChoice,
  type SessionPolicy,
  type SessionPolicyChoice,
} from '@qr-attendance/contracts';

export interface PolicyDraft extends Omit<Complete<SessionPolicy>, 'networks' | 'presenceCheck'> {
  networks: string;
  presenceCheck: PresenceCheckChoice | undefined;
}
export interface PolicyFormValues {
  policy?: PolicyDraft;
}

export const toPolicyDraft = ({
  requirePin,
  requireDevice,
  requireSelfie,
  requirePasskey,
  networks,
  burstCodes,
  allowWords,
  allowUnsigned,
  presenceCheck,
}: SessionPolicy): PolicyDraft => ({
  requirePin,
  requireDevice,
  requireSelfie,
  requirePasskey,
  networks: networks.join('\n'),
  // An undefined field has the default of the course or the institution.
  burstCodes,
  allowWords,
  allowUnsigned,
  presenceCheck: presenceCheckChoiceSchema.options.find((known) => known === presenceCheck),
});

const linesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const toPolicy = ({
  networks,
  ...checks
}: PolicyDraft): Complete<SessionPolicyChoice> & SessionPolicy => ({
  ...checks,
  networks: linesOf(networks),
});

export type NetworksProblem = { kind: 'not-a-network'; line: string } | { kind: 'too-many'; max: number };

export const findNetworksProblem = (typed: string): NetworksProblem | undefined => {
  const lines = linesOf(typed);
  const line = lines.find((one) => !networkSchema.safeParse(one).success);
  if (line !== undefined) return { kind: 'not-a-network', line };
  return lines.length > MAX_NETWORKS ? { kind: 'too-many', max: MAX_NETWORKS } : undefined;
};
