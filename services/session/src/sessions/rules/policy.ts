import type { RequiredChecks, SessionPolicy, SessionPolicyChoice } from '@qr-attendance/contracts';

/** What holds for a session: of each demand what its teacher chose, else the course's default, else the institution's. */
export const resolvePolicy = (
  institution: SessionPolicy,
  course: SessionPolicyChoice = {},
  chosen: SessionPolicyChoice = {},
): SessionPolicy => ({ ...institution, ...course, ...chosen });

/** What a student must bring along. Not which networks count: whoever knows that can choose one. */
export const requiredChecksOf = ({ networks: _networks, ...checks }: SessionPolicy): RequiredChecks => checks;
