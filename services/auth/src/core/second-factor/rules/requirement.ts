import type { UserType } from '@qr-attendance/contracts';
import { z } from 'zod';

export const secondFactorRequirementSchema = z.enum(['nobody', 'administrators', 'staff', 'everyone']);
export type SecondFactorRequirement = z.infer<typeof secondFactorRequirementSchema>;

const REQUIRED_OF: Record<SecondFactorRequirement, readonly UserType[]> = {
  nobody: [],
  administrators: ['ADMIN'],
  staff: ['ADMIN', 'TEACHER'],
  everyone: ['ADMIN', 'TEACHER', 'STUDENT'],
};

export const isRequiredOf = (requirement: SecondFactorRequirement, userType: UserType): boolean =>
  REQUIRED_OF[requirement].includes(userType);
