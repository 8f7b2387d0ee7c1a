import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { requiredChecksSchema, type RequiredChecks } from './required-checks.ts';

/** IPv4 or IPv6 in CIDR notation, RFC 4632: `10.20.0.0/16`. */
export const networkSchema = z.union([z.cidrv4(), z.cidrv6()], {
  error: 'must be a network such as 10.20.0.0/16',
});
export const MAX_NETWORKS = 50;

export const NO_CHECKS: RequiredChecks = {
  requirePin: false,
  requireDevice: false,
  requireSelfie: false,
  requirePasskey: false,
};

/**
 * Whether there is a presence check at a random moment, and what happens to a mark without an answer:
 * `review` flags it, `late` counts it as late.
 */
export const presenceCheckChoiceSchema = z.enum(['off', 'review', 'late']);
export type PresenceCheckChoice = z.infer<typeof presenceCheckChoiceSchema>;

/** The checks are a minimum: a student's preferences may add checks, never remove any. */
export const sessionPolicySchema = z.extend(requiredChecksSchema, {
  /** Marks are accepted only from these networks; an empty list accepts all. */
  networks: z.array(networkSchema).check(z.maxLength(MAX_NETWORKS)),
  /**
   * Whether unsigned scans and marks are accepted and flagged; true by default. Browsers cannot sign over
   * plain HTTP.
   */
  allowUnsigned: z.optional(z.boolean()),
  /** The projector view shows burst codes; a scan consists of several of them. False by default. */
  burstCodes: z.optional(z.boolean()),
  /** Whether two words beside a burst code can be entered instead; true by default. */
  allowWords: z.optional(z.boolean()),
  /** `off` by default. */
  presenceCheck: z.optional(openEnum(presenceCheckChoiceSchema)),
});
export type SessionPolicy = z.infer<typeof sessionPolicySchema>;

/** The course's defaults apply to missing fields, then the institution's. */
export const sessionPolicyChoiceSchema = z.extend(z.partial(sessionPolicySchema), {
  presenceCheck: z.optional(presenceCheckChoiceSchema),
});
export type SessionPolicyChoice = z.infer<typeof sessionPolicyChoiceSchema>;

/** The policy without required checks: only the checks that students chose themselves apply. */
export const OPEN_POLICY: SessionPolicy = { ...NO_CHECKS, networks: [] };

export const institutionPolicySchema = z.object({
  floor: requiredChecksSchema,
  /** False until an administrator has chosen a policy. */
  decided: z.boolean(),
});
export type InstitutionPolicy = z.infer<typeof institutionPolicySchema>;
