import {
  MAX_NETWORKS,
  networkSchema,
  secondLookChoiceSchema,
  type SecondLookChoice,
  type SessionPolicy,
} from '@qr-attendance/contracts';

/** A policy as a form holds it: its networks as typed, one a line. */
export interface PolicyDraft extends Omit<SessionPolicy, 'networks' | 'secondLook'> {
  networks: string;
  secondLook?: SecondLookChoice | undefined;
}
/** Part of every form that chooses a policy. */
export interface PolicyFormValues {
  /** Only there while its fields are shown. */
  policy?: PolicyDraft;
}

export const draftOf = ({
  requirePin,
  requireDevice,
  requireSelfie,
  requirePasskey,
  networks,
  liveCodes,
  allowWords,
  allowUnsigned,
  secondLook,
}: SessionPolicy): PolicyDraft => ({
  requirePin,
  requireDevice,
  requireSelfie,
  requirePasskey,
  networks: networks.join('\n'),
  // Nothing is said where nothing was: releases before know nothing of it.
  ...(liveCodes === undefined ? {} : { liveCodes }),
  ...(allowWords === undefined ? {} : { allowWords }),
  // Where nobody has said so it stays unsaid, and follows the course or the institution.
  ...(allowUnsigned === undefined ? {} : { allowUnsigned }),
  secondLook: secondLookChoiceSchema.options.find((known) => known === secondLook),
});

const linesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const policyOf = ({
  networks,
  secondLook,
  ...checks
}: PolicyDraft): SessionPolicy & Pick<PolicyDraft, 'secondLook'> => ({
  ...checks,
  // Left out where nobody chose.
  ...(secondLook && { secondLook }),
  networks: linesOf(networks),
});

export type NetworksProblem = { kind: 'not-a-network'; line: string } | { kind: 'too-many'; max: number };

/** What is wrong with the networks typed; undefined when nothing is. */
export const problemOfNetworks = (typed: string): NetworksProblem | undefined => {
  const lines = linesOf(typed);
  const line = lines.find((one) => !networkSchema.safeParse(one).success);
  if (line !== undefined) return { kind: 'not-a-network', line };
  return lines.length > MAX_NETWORKS ? { kind: 'too-many', max: MAX_NETWORKS } : undefined;
};
