import { createHash } from 'node:crypto';
import { defense, defenseWithin } from './defense.ts';

const refreshToken = () => import('../../../../services/auth/src/core/tokens/rules/refresh-token.ts');
const coolDownRules = () => import('../../../../services/auth/src/core/security/rules/cool-downs.ts');
const studentSecurity = () => import('../../../../services/auth/src/core/security/student-security.ts');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
export const tokenFamilyRevocation = defense(
  'the second use of a refresh token revokes its family',
  refreshToken,
  'judgeRefreshToken',
  (original, token, relatives, browser, now) => original(token, { ...relatives, children: [] }, browser, now),
);
export const browserSecret = defense(
  'a refresh token is useless without the secret of its browser',
  refreshToken,
  'judgeRefreshToken',
  (original, token, relatives, browser, now) =>
    original({ ...token, browser: hashOf(browser) }, relatives, browser, now),
);
export const customHeader = defenseWithin(
  'cookie routes require a header that other sites cannot send',
  () => import('../../../../services/auth/src/core/tokens/cookies.ts'),
  'createCookies',
  (create, isOff) => (options) => {
    const cookies = create(options);
    return {
      ...cookies,
      readRefreshToken: (request) => {
        if (isOff()) request.headers['x-requested-with'] = 'qr-attendance';
        return cookies.readRefreshToken(request);
      },
    };
  },
);
export const accessTokenRevocation = defenseWithin(
  'the second use of a refresh token revokes the access tokens of the sign-in',
  () => import('../../../../services/auth/src/core/accounts/accounts.ts'),
  'createAccounts',
  (create, isOff) => (database, minutes) => {
    const accounts = create(database, minutes);
    return {
      ...accounts,
      revokeReused: async (reused) => {
        if (!isOff()) return accounts.revokeReused(reused);
        const { userId, family: ended } = reused;
        await database.refreshToken.deleteMany({ where: { userId, family: ended } });
      },
    };
  },
);
export const passwordPauses = defenseWithin(
  'wrong passwords cause growing pauses',
  () => import('../../../../services/auth/src/core/sign-in-limits/wrong-passwords.ts'),
  'createGuardPassword',
  (create, isOff) => (options) => {
    const { attempts } = options;
    const begin: typeof attempts.begin = async (standing) => {
      const attempt = await attempts.begin(standing);
      return isOff() ? { ...attempt, wait: 0 } : attempt;
    };
    return create({ ...options, attempts: { ...attempts, begin } });
  },
);
export const wrongAccountLimit = defenseWithin(
  'an address can send wrong passwords only for a few accounts',
  () => import('../../../../services/auth/src/core/sign-in-limits/wrong-accounts.ts'),
  'createFailedAccountCounter',
  (create, isOff) => (pool) => {
    const accounts = create(pool);
    return {
      ...accounts,
      standingAt: async (place) => (isOff() ? { wait: 0, isSlow: false } : accounts.standingAt(place)),
      mayJudge: (place, isReturning) => isOff() || accounts.mayJudge(place, isReturning),
    };
  },
);
export const abandonedSignInRemoval = defenseWithin(
  'the password of a client that has disconnected is not hashed',
  () => import('../../../../services/auth/src/core/sign-in-queue/sign-in-queue.ts'),
  'createSignInQueue',
  (create, isOff) => (options) => {
    const queue = create(options);
    const staying = (visitor: Parameters<typeof queue.reserve>[1]) =>
      isOff() ? { ...visitor, signal: new AbortController().signal } : visitor;
    return {
      reserve: (account, visitor) => queue.reserve(account, staying(visitor)),
      hash: (account, visitor, password) => queue.hash(account, staying(visitor), password),
    };
  },
);
export const proofForFewerChecks = defenseWithin(
  'only a sign-in with a recent proof can switch checks off',
  studentSecurity,
  'createStudentSecurity',
  (create, isOff) =>
    (...given) => {
      const security = create(...given);
      return {
        ...security,
        setPreferences: (id, wanted, isFresh) => security.setPreferences(id, wanted, isFresh || isOff()),
      };
    },
);
export const proofForNewDevice = defenseWithin(
  'only a sign-in with a recent password can add a device',
  () => import('../../../../services/auth/src/core/security/devices.ts'),
  'createDevices',
  (create, isOff) =>
    (...given) => {
      const devices = create(...given);
      return {
        ...devices,
        register: (id, device) => devices.register(id, isOff() ? { ...device, isFresh: true } : device),
      };
    },
);
export const removedDeviceReturn = defense(
  'a removed device can return without a cool-down',
  () => import('../../../../services/auth/src/core/security/removed-devices.ts'),
  'takeRemovedDevice',
  async () => undefined,
);
const ADDITIONS = 'added devices and passkeys are usable only after a cool-down, except the first ones';
const passkeyCoolDown = defense(ADDITIONS, coolDownRules, 'addedCountsFrom', (original, now, _first, hours) =>
  original(now, null, hours),
);
const addedDeviceCoolDown = defense(
  ADDITIONS,
  coolDownRules,
  'deviceCountsFrom',
  (original, now, before, hours) => original(now, { ...before, firstDeviceAt: null }, hours),
);
export const coolDownsOfAdditions = [passkeyCoolDown, addedDeviceCoolDown];
export const confirmationOfOnePhone = defenseWithin(
  'a teacher confirms only the phone with which the student tried to mark',
  () => import('../../../../services/auth/src/core/security/confirm-proofs.ts'),
  'createConfirmedProofs',
  (create, isOff) => (database) => {
    const { confirm } = create(database);
    return {
      confirm: async (studentId, proof) => {
        const devices = isOff() ? await database.device.findMany({ where: { studentId } }) : [];
        for (const { deviceId } of devices) await confirm(studentId, { kind: 'device', id: deviceId });
        return confirm(studentId, proof);
      },
    };
  },
);
