import { randomBytes } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const judgeMark = () => import('../../../../services/attendance/src/features/marking/rules/judge-mark.ts');
const deviceRules = () =>
  import('../../../../services/attendance/src/features/marking/rules/judge-device.ts');
const networkRules = () =>
  import('../../../../services/attendance/src/features/marking/rules/judge-network.ts');
const proofs = () => import('../../../../services/attendance/src/features/marking/rules/judge-proofs.ts');
const ticket = () => import('../../../../services/attendance/src/features/marking/rules/judge-ticket.ts');
const marking = () => import('../../../../services/attendance/src/features/marking/mark-attendance.ts');
const scans = () => import('../../../../services/attendance/src/core/scans/write-scans.ts');

type JudgeMark = Awaited<ReturnType<typeof judgeMark>>['judgeMark'];
type Facts = Parameters<JudgeMark>[0];
const byFacts = (
  name: string,
  change: (facts: Facts, submission: Parameters<JudgeMark>[1]) => Partial<Facts>,
) =>
  defense(name, judgeMark, 'judgeMark', (original, facts, submission, circumstances) =>
    original({ ...facts, ...change(facts, submission) }, submission, circumstances),
  );
const withPolicy = ({ session }: Facts, change: Partial<NonNullable<Facts['session']>['policy']>) =>
  session && { ...session, policy: { ...session.policy, ...change } };

export const accountCheckAtMark = byFacts('a mark is rejected if its account is suspended or merged', () => ({
  blocked: false,
}));
export const guestLimit = byFacts('the number of guests in a class is limited', ({ asGuest }) => ({
  asGuest: asGuest && { ...asGuest, freePlaces: Infinity },
}));
export const guestPermission = byFacts(
  'students outside the course can mark only if it accepts guests',
  () => ({
    enrolled: true,
  }),
);
export const signedMarks = byFacts(
  'unsigned marks are rejected if the class requires signatures',
  (facts) => ({
    session: withPolicy(facts, { allowUnsigned: true }),
  }),
);
export const deviceKeyRequirement = byFacts(
  'an ID without its key is not accepted as a device',
  (facts, { deviceId }) =>
    facts.security?.devices.some((device) => device.deviceId === deviceId)
      ? { session: withPolicy(facts, { requireDevice: false }) }
      : {},
);
/** `timestamp` and `status` are not fields of the contract. */
type Claims = Parameters<JudgeMark>[1] & { timestamp?: string; status?: string };
export const serverClock = defense(
  'only the server’s clock counts',
  judgeMark,
  'judgeMark',
  (original, facts, submission: Claims, circumstances) => {
    const { timestamp } = submission;
    const now = timestamp === undefined ? circumstances.now : new Date(timestamp);
    return original(facts, submission, { ...circumstances, now });
  },
);
export const serverStatus = defense(
  'only the server decides between PRESENT and LATE',
  judgeMark,
  'judgeMark',
  (original, facts, submission: Claims, circumstances) => {
    const verdict = original(facts, submission, circumstances);
    return verdict.accepted && submission.status === 'PRESENT'
      ? { ...verdict, at: new Date(verdict.session.startTime) }
      : verdict;
  },
);
export const markOwner = defense(
  'a mark belongs to the student who sends it',
  marking,
  'markAttendance',
  (original, context, studentId, submission, from) => {
    const { studentId: claimed } = submission as { studentId?: string };
    return original(context, claimed ?? studentId, submission, from);
  },
);

export const ticketOwner = defense(
  'a ticket is valid only for its student',
  ticket,
  'judgeOwner',
  () => undefined,
);
export const scanKey = defense(
  'a mark must be signed by the browser that scanned',
  ticket,
  'judgeBoundKey',
  () => undefined,
);
export const unsignedFlag = defense(
  'unsigned marks are flagged',
  ticket,
  'flagsOfDelivery',
  (original, ...given) => original(...given).filter((flag) => flag !== 'unsigned'),
);
export const wordsFlag = defense(
  'scans with typed words are flagged',
  ticket,
  'flagsOfDelivery',
  (original, ...given) => original(...given).filter((flag) => flag !== 'words_entered'),
);

export const registeredKey = defense(
  'the signing key must be registered by the student',
  deviceRules,
  'judgeDevice',
  (original, security, { device, now }) => {
    const key = security.devices[0]?.key;
    return original(security, { device: device && key ? { ...device, key } : device, now });
  },
);
export const deviceCoolDown = defense(
  'a device that replaces a removed one is usable only after a cool-down',
  deviceRules,
  'judgeDevice',
  (original, security, sent) => {
    const devices = security.devices.map((device) => ({ ...device, countsFrom: new Date(0).toISOString() }));
    return original({ ...security, devices }, sent);
  },
);
export const campusNetwork = defense(
  'marks must come from the session’s networks',
  networkRules,
  'judgeNetwork',
  () => undefined,
);
export const keyPerSession = defense(
  'a key serves one student per session',
  marking,
  'markAttendance',
  (original, context, studentId, submission, { device, ...from }) => {
    const thumbprint = submission.deviceId ?? '';
    const key = device?.key ?? { kty: 'EC', crv: 'P-256', x: '', y: '' };
    return original(context, studentId, submission, { ...from, device: { key, thumbprint } });
  },
);
export const sharedDeviceFlags = defense(
  'the teacher sees both students who share a device',
  () => import('../../../../services/attendance/src/features/marking/write-mark.ts'),
  'writeMark',
  (original, context, mark, verdict) => {
    const attendance = { ...context.attendance, flagSharedDevice: async () => {} };
    return original({ ...context, attendance }, mark, verdict);
  },
);

type CreateWriteScan = Awaited<ReturnType<typeof scans>>['createWriteScan'];
type NewScan = Parameters<ReturnType<CreateWriteScan>>[0];
const byScan = (name: string, change: (scan: NewScan) => Partial<NewScan>) =>
  defenseWithin(name, scans, 'createWriteScan', (create, isOff) => (...given) => {
    const write = create(...given);
    return (scan) => write(isOff() ? { ...scan, ...change(scan) } : scan);
  });
export const storedKey = byScan('the key of a mark is stored once per session', () => ({
  deviceKey: undefined,
}));
export const guestCountAtWrite = byScan('guests are counted when they are written', () => ({
  takesGuestPlace: false,
}));
export const challengeConsumption = byScan('a mark uses up its challenge', () => ({ challenge: undefined }));
/** Appends random bytes to the picture, so that its fingerprint is new. */
export const storedFingerprint = byScan(
  'the fingerprint of a selfie is stored once for all marks',
  ({ selfie }) => ({
    selfie: selfie && { ...selfie, jpeg: Buffer.concat([selfie.jpeg, randomBytes(8)]) },
  }),
);

export const pinLock = defense(
  'locked PINs are not compared',
  proofs,
  'judgePin',
  (original, { security }, submission, circumstances) =>
    original({ security, pinAttempts: null }, submission, circumstances),
);
export const pinAttemptCounter = defenseWithin(
  'an attempt at a PIN is counted before the PIN is compared',
  () => import('../../../../services/attendance/src/features/marking/pin-attempts.ts'),
  'createPinAttempts',
  (create, isOff) => (pool) => {
    const attempts = create(pool);
    return {
      ...attempts,
      reserve: async (studentId) => {
        const reserved = await attempts.reserve(studentId);
        return isOff() ? { ...reserved, granted: true } : reserved;
      },
    };
  },
);
export const additivePreferences = defense(
  'a student’s preferences cannot remove requirements of the session',
  proofs,
  'requiredChecks',
  (original, policy, preferences) => ({
    ...original(policy, preferences),
    requirePin: preferences.requirePin,
  }),
);
export const passkeyAssertion = defense(
  'a required passkey must have signed, whatever the phone claims',
  proofs,
  'collectProofs',
  (original, required, security, submission, now) => {
    const { biometricVerified } = submission as { biometricVerified?: boolean };
    const requirePasskey = required.requirePasskey && !biometricVerified;
    return original({ ...required, requirePasskey }, security, submission, now);
  },
);
