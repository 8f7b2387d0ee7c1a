import {
  NO_CHECKS,
  type InstitutionPolicy,
  type RequiredChecks,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import type { Models } from '../db/models.ts';

/** There is one institution. */
const ID = 'institution';

/** The institution's own decisions. */
export const createInstitution = (institution: Models['institution']) => ({
  /** Without a decision nothing is required of every session. */
  read: async (): Promise<InstitutionPolicy> => {
    const found = await institution.findById(ID).lean();
    const { requirePin, requireDevice, requireSelfie, requirePasskey } = found?.floor ?? NO_CHECKS;
    return {
      floor: { requirePin, requireDevice, requireSelfie, requirePasskey },
      decided: Boolean(found?.decidedAt),
    };
  },
  decide: async (floor: RequiredChecks, decidedBy: string, decidedAt: Date): Promise<void> => {
    await institution.updateOne({ _id: ID }, { $set: { floor, decidedBy, decidedAt } }, { upsert: true });
  },
});

/**
 * Called by each migration; the first decides. An installation in which nobody has an account yet begins with the floor
 * given; any other one keeps what it has, until an administrator who is shown the choice decides.
 */
export const beginInstitution = async (
  { institution, people, sessions }: Pick<Models, 'institution' | 'people' | 'sessions'>,
  floor: RequiredChecks,
): Promise<void> => {
  const isNew = !(await people.exists({})) && !(await sessions.exists({}));
  const begun = isNew ? { floor, decidedAt: new Date() } : { floor: NO_CHECKS };
  await institution.updateOne({ _id: ID }, { $setOnInsert: begun }, { upsert: true });
};

/** A policy that asks for no less than the institution does of every session. */
export const withFloor = (policy: SessionPolicy, floor: RequiredChecks): SessionPolicy => ({
  ...policy,
  requirePin: policy.requirePin || floor.requirePin,
  requireDevice: policy.requireDevice || floor.requireDevice,
  requireSelfie: policy.requireSelfie || floor.requireSelfie,
  requirePasskey: policy.requirePasskey || floor.requirePasskey,
});
