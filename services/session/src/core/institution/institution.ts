import {
  NO_CHECKS,
  type InstitutionPolicy,
  type RequiredChecks,
  type SessionPolicy,
} from '@qr-attendance/contracts';
import type { Models } from '../../db/models.ts';

const ID = 'institution';

export const createInstitution = (institution: Models['institution']) => ({
  read: async (): Promise<InstitutionPolicy> => {
    const stored = await institution.findById(ID).lean();
    const { requirePin, requireDevice, requireSelfie, requirePasskey } = stored?.floor ?? NO_CHECKS;
    return {
      floor: { requirePin, requireDevice, requireSelfie, requirePasskey },
      decided: Boolean(stored?.decidedAt),
    };
  },
  decide: async (floor: RequiredChecks, decidedBy: string, decidedAt: Date): Promise<void> => {
    await institution.updateOne({ _id: ID }, { $set: { floor, decidedBy, decidedAt } }, { upsert: true });
  },
});
export type Institution = ReturnType<typeof createInstitution>;

/**
 * Only the first migration has an effect. A new installation gets the given floor; an existing one keeps its
 * behavior until an administrator decides.
 */
export const beginInstitution = async (
  { institution, people, sessions }: Pick<Models, 'institution' | 'people' | 'sessions'>,
  floor: RequiredChecks,
): Promise<void> => {
  const isNew = !(await people.exists({})) && !(await sessions.exists({}));
  const begun = isNew ? { floor, decidedAt: new Date() } : { floor: NO_CHECKS };
  await institution.updateOne({ _id: ID }, { $setOnInsert: begun }, { upsert: true });
};

export const withFloor = (policy: SessionPolicy, floor: RequiredChecks): SessionPolicy => ({
  ...policy,
  requirePin: policy.requirePin || floor.requirePin,
  requireDevice: policy.requireDevice || floor.requireDevice,
  requireSelfie: policy.requireSelfie || floor.requireSelfie,
  requirePasskey: policy.requirePasskey || floor.requirePasskey,
});
