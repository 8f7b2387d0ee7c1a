import {
  rotatedSecrets,
  rotateSecret,
  type RotatedSecret,
  type RotationStep,
  serviceNames,
} from '@qr-attendance/stack';
import type { Cluster } from '../cluster/start-cluster.ts';

const GATEWAY = 'gateway';
const HOLDERS: Record<RotatedSecret, readonly string[]> = {
  accessToken: [...serviceNames, GATEWAY],
  ticket: ['session'],
  ticketSecret: ['session', 'attendance'],
  receipt: ['attendance'],
  internalToken: serviceNames,
  pinPepper: ['auth', 'attendance'],
  clientCookieSecret: [GATEWAY],
};
/** Processes that sign with the private key. Other processes need no restart for the step `use`. */
const SIGNERS: Partial<Record<RotatedSecret, readonly string[]>> = {
  accessToken: ['auth'],
  ticket: ['session'],
  ticketSecret: ['session'],
};

export interface Step {
  name: RotatedSecret;
  step: RotationStep;
  restarts: readonly string[];
}

export const rotationPlan: Step[] = rotatedSecrets.flatMap((name) => {
  // Receipt keys are never retired.
  const steps = name === 'receipt' ? (['accept', 'use'] as const) : (['accept', 'use', 'retire'] as const);
  return steps.map((step) => ({
    name,
    step,
    restarts: (step === 'use' ? SIGNERS[name] : undefined) ?? HOLDERS[name],
  }));
});

/** Replaces one replica of each kind at a time, so that another one keeps serving. */
export const wavesOf = ({ names }: Pick<Cluster, 'names'>, kinds: readonly string[]): string[][] => {
  const chosen = names.filter((name) => kinds.some((kind) => name.startsWith(`${kind}-`)));
  const indices = [...new Set(chosen.map((name) => name.split('-').at(-1)))];
  return indices.map((index) => chosen.filter((name) => name.endsWith(`-${index}`)));
};

export const takeStep = (cluster: Cluster, { name, step }: Step): void =>
  cluster.change({ secrets: rotateSecret(cluster.secrets, name, step) });
