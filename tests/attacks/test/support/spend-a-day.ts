import { type EnrollmentSettings, SELFIE_LIMITS, type VerifiedScan } from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import sharp from 'sharp';
import { addPasskey, answerChallenge } from '../../src/target/passkeys.ts';
import { PASSWORD, type Person } from '../../src/target/people.ts';
import type { Target } from '../../src/target/start-target.ts';
import type { Secrets } from './find-secrets.ts';
import { manageAccounts, NEW_PASSWORD, WRONG_PASSWORD } from './manage-accounts.ts';
import { misplace } from './misplace.ts';

const ROOM = { latitude: 48.2083537, longitude: 16.3725042, radius: 100 };
const SEAT = { latitude: 48.2083741, longitude: 16.3725391, accuracy: 7 };
const [PIN, WRONG_PIN] = ['824690357118', '735190284466'];

const takeSelfie = async (): Promise<string> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const size = { width: SELFIE_LIMITS.width, height: SELFIE_LIMITS.height };
  const picture = sharp({ create: { ...size, channels: 3, background: '#7a5230', noise } });
  return (await picture.jpeg().toBuffer()).toString('base64');
};

/** @returns the secrets that no log may contain */
export const spendADay = async (target: Target): Promise<Secrets> => {
  const { call, must } = target;
  const { secrets: own } = target.system;
  const privateHalf = (key: string) => (JSON.parse(key) as { d: string }).d;
  const secrets: Secrets = new Map([
    ['the internal token', own.internalToken],
    ['the pepper', own.pinPepper],
    ['the password of PostgreSQL', own.postgresPassword],
    ['the password of MongoDB', own.mongoPassword],
    ['the key of access tokens', privateHalf(own.accessToken.privateKey)],
    ['the key of tickets', privateHalf(own.ticket.privateKey)],
    ['the key of receipts', privateHalf(own.receipt.privateKey)],
    ...Object.entries({ PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, PIN, WRONG_PIN }),
    ...[ROOM, SEAT].flatMap(({ latitude, longitude }, index): [string, string][] => [
      [`latitude ${index}`, String(latitude)],
      [`longitude ${index}`, String(longitude)],
    ]),
  ]);
  const keep = (name: string, value: string): string => {
    secrets.set(name, value);
    return value;
  };
  const keepPerson = (name: string, { token, cookie }: Person): void => {
    keep(`access token of the ${name}`, token);
    for (const [, cookieName, value = ''] of cookie.matchAll(/(\w+)=([^;]+)/g))
      keep(`${cookieName} of the ${name}`, value);
  };

  const lesson = await target.lesson({
    location: ROOM,
    policy: { requirePin: true, requireDevice: true, requireSelfie: true, requirePasskey: true },
  });
  const { teacher, session } = lesson;
  keepPerson('teacher', teacher);
  const student = await target.member(lesson);
  keepPerson('student', student);
  const { token, device, email } = student;
  keep('an address', email);
  const succeed = (path: string, body: unknown, as = token) => must('POST', path, { token: as, body });
  const send = (path: string, body: unknown) => call('POST', path, { token, body });

  await succeed('/api/auth/set-pin', { pin: PIN });
  await send('/api/auth/set-pin', { pin: `${PIN}x` });
  await succeed('/api/auth/selfie-consent', { given: true });
  const passkey = await addPasskey(target, student);
  await send('/api/auth/login', { email, password: WRONG_PASSWORD });
  const fresh = await call<{ token: string }>('POST', '/api/auth/refresh', {
    headers: { cookie: student.cookie, 'x-requested-with': 'qr-attendance' },
  });
  keep('a renewed access token', fresh.body.token);
  keep('a renewed refresh token', /=([^;]+)/.exec(fresh.headers.get('set-cookie') ?? '')?.[1] ?? '');

  const { course } = lesson;
  const settings = await must<EnrollmentSettings>('POST', `/api/courses/${course._id}/invitation`, {
    token: teacher.token,
    body: {},
  });
  const invitation = keep('an invitation', settings.invitation?.token ?? '');
  await must('GET', `/api/courses/invitations/${invitation}`, { token });
  await must('POST', `/api/courses/invitations/${invitation}/accept`, { token });
  await call('GET', `/student/join/${invitation}`);
  const withKey = await must<EnrollmentSettings>('PUT', `/api/courses/${course._id}/enrollment-settings`, {
    token: teacher.token,
    body: { mode: 'KEY', mayLeave: false },
  });
  await succeed(`/api/courses/${course._id}/enroll`, { key: keep('an enrollment key', withKey.key ?? '') });

  const code = keep('a code', session.qrCode);
  const ticket = keep('a ticket', await target.scan(student, lesson));
  const lookedAt = createDevice();
  const scan = await target.scanBeforeSignIn(lookedAt, code);
  const redeemed = JSON.stringify({ scan: keep('a scan', scan), deviceKey: lookedAt.publicKey });
  const again = await must<VerifiedScan>('POST', '/api/sessions/scans/redeem', {
    token,
    body: redeemed,
    headers: lookedAt.headersFor(redeemed),
  });
  keep('the ticket of a scan', again.ticket);
  await send('/api/sessions/scans/redeem', { scan, deviceKey: device.publicKey });
  await succeed('/api/attendance/location-check', { ticket, location: SEAT });

  const selfie = await takeSelfie();
  keep('a selfie', selfie.slice(0, 400));
  keep('the middle of a selfie', selfie.slice(4_000, 4_200));
  const proofs = async (pin: string) => ({
    pin,
    location: SEAT,
    selfieImage: SELFIE_LIMITS.dataUrlPrefix + selfie,
    passkey: await answerChallenge(target, student, { passkey, ticket }),
  });
  for (const pin of [WRONG_PIN, PIN]) {
    const body = { ticket, deviceId: device.deviceId, deviceKey: device.publicKey, ...(await proofs(pin)) };
    const text = JSON.stringify(body);
    const headers = device.headersFor(text);
    keep(`a signature of a device, ${pin}`, Object.values(headers)[0] ?? '');
    keep(`a signature of a passkey, ${pin}`, body.passkey.response.signature);
    const { status } = await call('POST', '/api/attendance', { token, body: text, headers });
    if (pin === PIN && status !== 201) throw new Error(`The mark was answered by ${status}.`);
    await send('/api/attendance', text.slice(0, -20));
    await send('/api/attendance', { ...body, ticket: `${ticket}x` });
    await send('/api/attendance', { ...body, pin: [pin], selfieImage: { pin } });
  }
  const [mark] = await target.roster(lesson);
  const markPath = `/api/attendance/${mark?._id}`;
  await succeed(`${markPath}/dispute`, { note: 'I was early' });
  await succeed(`${markPath}/dispute/answer`, { answer: 'No' }, teacher.token);
  await succeed(
    `${markPath}/review`,
    { decision: 'correct', status: 'LATE', reason: 'Came late' },
    teacher.token,
  );
  for (const path of [
    `${markPath}/selfie`,
    `${markPath}/history`,
    '/api/attendance/export',
    '/api/attendance/export/all-columns',
  ])
    await must('GET', path, { token: teacher.token });
  for (const service of ['auth', 'courses', 'sessions', 'attendance'])
    await must('GET', `/api/${service}/my-data`, { token });

  const reset = await manageAccounts(target, student, keep);
  await misplace(target, lesson, student, [code, ticket, token, reset, PIN]);
  await must('PATCH', `/api/sessions/${session._id}`, { token: teacher.token, body: { active: false } });
  // The new password has ended all other sign-ins, including this test's.
  const signedIn = await must<{ token: string }>('POST', '/api/auth/login', {
    body: { email, password: NEW_PASSWORD },
  });
  await succeed('/api/auth/erase-me', { password: NEW_PASSWORD }, keep('a last token', signedIn.token));
  return secrets;
};
