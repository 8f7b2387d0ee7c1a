import type { Profile, StudentProfile } from './schemas.ts';

export const isStudentProfile = (profile: Profile): profile is StudentProfile =>
  'securityPreferences' in profile;
