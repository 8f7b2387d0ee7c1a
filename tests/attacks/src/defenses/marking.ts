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

export const blockedAtMark = byFacts('a mark reads whether its account is suspended or merged', () => ({
  blocked: false,
}));
export const fewGuests = byFacts('a class has a limited number of guests', ({ asGuest }) => ({
  asGuest: asGuest && { ...asGuest, freePlaces: Infinity },
}));
export const guestsAllowed = byFacts('students outside of a course mark only where it takes guests', () => ({
  enrolled: true,
}));
export const signedMarks = byFacts('and so is its mark', (facts) => ({
  session: withPolicy(facts, { allowUnsigned: true }),
}));
export const keyNotId = byFacts('an id without its key is no device', (facts, { deviceId }) =>
  facts.security?.devices.some((device) => device.deviceId === deviceId)
    ? { session: withPolicy(facts, { requireDevice: false }) }
    : {},
);
/** `timestamp` and `status` are not fields of the contract. */
type Claims = Parameters<JudgeMark>[1] & { timestamp?: string; status?: string };
export const ownClock = defense(
  'the server’s clock alone counts',
  judgeMark,
  'judgeMark',
  (original, facts, submission: Claims, circumstances) => {
    const { timestamp } = submission;
    const now = timestamp === undefined ? circumstances.now : new Date(timestamp);
    return original(facts, submission, { ...circumstances, now });
  },
);
export const ownStatus = defense(
  'the server alone decides on PRESENT and LATE',
  judgeMark,
  'judgeMark',
  (original, facts, submission: Claims, circumstances) => {
    const verdict = original(facts, submission, circumstances);
    return verdict.accepted && submission.status === 'PRESENT'
      ? { ...verdict, at: new Date(verdict.session.startTime) }
      : verdict;
  },
);
export const ownMark = defense(
  'a mark is that of whoever sends it',
  marking,
  'markAttendance',
  (original, context, studentId, submission, from) => {
    const { studentId: claimed } = submission as { studentId?: string };
    return original(context, claimed ?? studentId, submission, from);
  },
);

export const ownTicket = defense('a ticket is its student’s own', ticket, 'judgeOwner', () => undefined);
export const boundKey = defense(
  'a mark is signed by the browser that scanned',
  ticket,
  'judgeBoundKey',
  () => undefined,
);
export const flaggedUnsigned = defense(
  'what nobody signed is flagged',
  ticket,
  'flagsOfDelivery',
  (original, ...given) => original(...given).filter((flag) => flag !== 'unsigned'),
);
export const wordsFlagged = defense(
  'a scan by words is flagged',
  ticket,
  'flagsOfDelivery',
  (original, ...given) => original(...given).filter((flag) => flag !== 'words_entered'),
);

export const registeredKey = defense(
  'the key that signs is one that the student registered',
  deviceRules,
  'judgeDevice',
  (original, security, { device, now }) => {
    const key = security.devices[0]?.key;
    return original(security, { device: device && key ? { ...device, key } : device, now });
  },
);
export const coolDown = defense(
  'a device in place of a removed one counts later',
  deviceRules,
  'judgeDevice',
  (original, security, sent) => {
    const devices = security.devices.map((device) => ({ ...device, countsFrom: new Date(0).toISOString() }));
    return original({ ...security, devices }, sent);
  },
);
export const network = defense(
  'marks come from the session’s networks',
  networkRules,
  'judgeNetwork',
  () => undefined,
);
export const usedByKey = defense(
  'what serves one student per session is the key',
  marking,
  'markAttendance',
  (original, context, studentId, submission, { device, ...from }) => {
    const thumbprint = submission.deviceId ?? '';
    const key = device?.key ?? { kty: 'EC', crv: 'P-256', x: '', y: '' };
    return original(context, studentId, submission, { ...from, device: { key, thumbprint } });
  },
);
export const bothFlagged = defense(
  'both students of one device are shown to the teacher',
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
export const oncePerSession = byScan('the key of a mark is kept, once in a session', () => ({
  deviceKey: undefined,
}));
export const countedInWrite = byScan('guests are counted where they are written', () => ({
  takesGuestPlace: false,
}));
export const usedUp = byScan('a challenge is used up by the mark', () => ({ challenge: undefined }));
/** Appends random bytes to the picture, so that its fingerprint is new. */
export const takenOnce = byScan('the fingerprint of a selfie is kept, once for all marks', ({ selfie }) => ({
  selfie: selfie && { ...selfie, jpeg: Buffer.concat([selfie.jpeg, randomBytes(8)]) },
}));

export const lockedAsRead = defense(
  'locked PINs are not compared',
  proofs,
  'judgePin',
  (original, { security }, submission, circumstances) =>
    original({ security, pinAttempts: null }, submission, circumstances),
);
export const triesAreCounted = defenseWithin(
  'a try of a PIN is counted before the PIN is compared',
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
export const preferencesOnlyAdd = defense(
  'what a student prefers takes nothing from what the session requires',
  proofs,
  'requiredChecks',
  (original, policy, preferences) => ({
    ...original(policy, preferences),
    requirePin: preferences.requirePin,
  }),
);
export const assertionAsked = defense(
  'a required passkey must have signed, whatever the phone says',
  proofs,
  'collectProofs',
  (original, required, security, submission, now) => {
    const { biometricVerified } = submission as { biometricVerified?: boolean };
    const requirePasskey = required.requirePasskey && !biometricVerified;
    return original({ ...required, requirePasskey }, security, submission, now);
  },
);
