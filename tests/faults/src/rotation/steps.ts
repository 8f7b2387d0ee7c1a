import {
  rotatedSecrets,
  rotateSecret,
  type RotatedSecret,
  type RotationStep,
  serviceNames,
} from '@qr-attendance/stack';
import type { Cluster } from '../cluster/start-cluster.ts';

const GATEWAY = 'gateway';
/** Who holds a part of each secret, and so restarts when it changes. */
const HOLDERS: Record<RotatedSecret, readonly string[]> = {
  accessToken: [...serviceNames, GATEWAY],
  ticket: ['session'],
  ticketSecret: ['session', 'attendance'],
  receipt: ['attendance'],
  internalToken: serviceNames,
  pinPepper: ['auth', 'attendance'],
  clientCookieSecret: [GATEWAY],
};
/** Who uses the private half; the others have no use of that step. */
const SIGNERS: Partial<Record<RotatedSecret, readonly string[]>> = {
  accessToken: ['auth'],
  ticket: ['session'],
  ticketSecret: ['session'],
};

export interface Step {
  name: RotatedSecret;
  step: RotationStep;
  /** Kinds of processes that restart after it. */
  restarts: readonly string[];
}

/** What docs/operations/secrets.md has operators do, in its order. */
export const rotationPlan: Step[] = rotatedSecrets.flatMap((name) => {
  // Keys of receipts are never retired.
  const steps = name === 'receipt' ? (['accept', 'use'] as const) : (['accept', 'use', 'retire'] as const);
  return steps.map((step) => ({
    name,
    step,
    restarts: (step === 'use' ? SIGNERS[name] : undefined) ?? HOLDERS[name],
  }));
});

/** Names of processes that are replaced together: one replica of each kind, so that another always serves. */
export const wavesOf = ({ names }: Pick<Cluster, 'names'>, kinds: readonly string[]): string[][] => {
  const chosen = names.filter((name) => kinds.some((kind) => name.startsWith(`${kind}-`)));
  const indices = [...new Set(chosen.map((name) => name.split('-').at(-1)))];
  return indices.map((index) => chosen.filter((name) => name.endsWith(`-${index}`)));
};

/** Makes one step; who restarts from now on knows of it. */
export const takeStep = (cluster: Cluster, { name, step }: Step): void =>
  cluster.tell({ secrets: rotateSecret(cluster.secrets, name, step) });
