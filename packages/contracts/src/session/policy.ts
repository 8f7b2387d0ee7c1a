import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';

/** IPv4 or IPv6 addresses in CIDR notation, RFC 4632: `10.20.0.0/16`. */
export const networkSchema = z.union([z.cidrv4(), z.cidrv6()], {
  error: 'must be a network such as 10.20.0.0/16',
});
/** More would be a list nobody keeps an eye on. */
export const MAX_NETWORKS = 50;

/** Checks a session asks of every student, whatever the student's own preferences. */
export const requiredChecksSchema = z.object({
  requirePin: z.boolean(),
  requireDevice: z.boolean(),
  requireSelfie: z.boolean(),
  requirePasskey: z.boolean(),
});
export type RequiredChecks = z.infer<typeof requiredChecksSchema>;

/** None of them. */
export const NO_CHECKS: RequiredChecks = {
  requirePin: false,
  requireDevice: false,
  requireSelfie: false,
  requirePasskey: false,
};

/**
 * Whether the class is asked once more, at a moment nobody knows before, and what becomes of a mark whose student did not
 * answer: `review` flags it, `late` counts it as late.
 */
export const presenceCheckChoiceSchema = z.enum(['off', 'review', 'late']);
export type PresenceCheckChoice = z.infer<typeof presenceCheckChoiceSchema>;

/**
 * The checks of a session besides the location. They are a minimum: a student's preferences may add checks, never
 * remove any.
 */
export const sessionPolicySchema = z.extend(requiredChecksSchema, {
  /** Marks are taken from these networks alone; from any when empty. */
  networks: z.array(networkSchema).check(z.maxLength(MAX_NETWORKS)),
  /**
   * Whether scans and marks count, flagged, that no browser's key has signed, as over plain http. They do where this is
   * missing.
   */
  allowUnsigned: z.optional(z.boolean()),
  /** The wall shows a burst code, of which a scan is several. It does not where this is missing. */
  burstCodes: z.optional(z.boolean()),
  /** Whether two words beside a burst code can be entered in place of scanning it. They can where this is missing. */
  allowWords: z.optional(z.boolean()),
  /** `off` where it is missing. */
  presenceCheck: z.optional(openEnum(presenceCheckChoiceSchema)),
});
export type SessionPolicy = z.infer<typeof sessionPolicySchema>;

/** Part of a policy; what it leaves out comes from the course's defaults, then from the institution's. */
export const sessionPolicyChoiceSchema = z.extend(z.partial(sessionPolicySchema), {
  presenceCheck: z.optional(presenceCheckChoiceSchema),
});
export type SessionPolicyChoice = z.infer<typeof sessionPolicyChoiceSchema>;

/** Asks for nothing more than students ask for themselves. */
export const OPEN_POLICY: SessionPolicy = { ...NO_CHECKS, networks: [] };

/** The minimum that the institution requires of every session, whatever its teacher chooses. */
export const institutionPolicySchema = z.object({
  floor: requiredChecksSchema,
  /** False until an administrator has chosen. */
  decided: z.boolean(),
});
export type InstitutionPolicy = z.infer<typeof institutionPolicySchema>;
