import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { defense } from './defense.ts';

const location = () => import('../../../../services/attendance/src/features/marking/rules/judge-location.ts');
const passkey = () => import('../../../../services/attendance/src/features/marking/check-passkey.ts');

type VerifyPasskey = Awaited<ReturnType<typeof passkey>>['verifyPasskey'];
type Purpose = Parameters<VerifyPasskey>[1];

const issuedFor = async (
  pool: Pool,
  { assertion }: Parameters<VerifyPasskey>[2],
): Promise<Partial<Purpose>> => {
  const { challenge } = JSON.parse(
    Buffer.from(assertion.response.clientDataJSON, 'base64url').toString(),
  ) as { challenge: string };
  const { rows } = await pool.query<Partial<Purpose>>(
    `SELECT session_id AS "sessionId", ticket_id AS "ticketId" FROM passkey_challenges WHERE challenge = $1`,
    [challenge],
  );
  return rows[0] ?? {};
};
export const challengeSession = defense(
  'a challenge is valid only for one session',
  passkey,
  'verifyPasskey',
  async (original, context, purpose, answer) => {
    const { sessionId = purpose.sessionId } = await issuedFor(context.pool, answer);
    return original(context, { ...purpose, sessionId }, answer);
  },
);
export const challengeTicket = defense(
  'a challenge is valid only for one scan',
  passkey,
  'verifyPasskey',
  async (original, context, purpose, answer) => {
    const { ticketId = purpose.ticketId } = await issuedFor(context.pool, answer);
    return original(context, { ...purpose, ticketId }, answer);
  },
);
export const userVerification = defense(
  'the authenticator must have verified the user',
  () => import('@simplewebauthn/server'),
  'verifyAuthenticationResponse',
  (original, options) => original({ ...options, requireUserVerification: false }),
);

export const serverDistance = defense(
  'the server computes the distance to the room',
  location,
  'judgeLocation',
  (original, ...given) => {
    const judged = original(...given);
    return judged instanceof Error ? undefined : judged;
  },
);
/** The value differs from the accuracy of the others, so that their positions are still compared. */
export const CHEATS_ACCURACY = 7;
export const samePositionFlag = defense(
  'equal positions are flagged',
  location,
  'judgeLocation',
  (original, context, submission, circumstances) => {
    const judged = original(context, submission, circumstances);
    const isCheat = submission.location?.accuracy === CHEATS_ACCURACY;
    return judged && !(judged instanceof Error) && isCheat
      ? { ...judged, positionHash: randomBytes(32) }
      : judged;
  },
);
export const perfectAccuracyFlag = defense(
  'a position without any error is flagged',
  location,
  'judgeLocation',
  (original, ...given) => {
    const judged = original(...given);
    return judged && !(judged instanceof Error)
      ? { ...judged, flags: judged.flags.filter((flag) => flag !== 'zero_accuracy') }
      : judged;
  },
);
export const distanceLimit = defense(
  'answers that state a distance are limited',
  () => import('../../../../services/attendance/src/features/marking/location-attempts.ts'),
  'limitLocationAttempts',
  async () => undefined,
);
/** While the defense is off, each student counts twice. */
export const minimumClusterSize = defense(
  'at least five students are required to move a class',
  () => import('../../../../services/attendance/src/features/refused/rules/find-cluster.ts'),
  'findCluster',
  (original, fence, rejected, tried) => original(fence, [...rejected, ...rejected], tried),
);

export const nearCopyFlag = defense(
  'the teacher sees that a selfie nearly equals an earlier one',
  () => import('../../../../services/attendance/src/features/marking/selfies.ts'),
  'readWholeSelfie',
  async (original, ...given) => {
    const selfie = await original(...given);
    return { ...selfie, flags: selfie.flags.filter((flag) => flag !== 'selfie_near_duplicate') };
  },
);
export const mirroredForms = defense(
  'a selfie is compared in mirrored and rotated forms',
  () => import('../../../../services/attendance/src/features/marking/rules/picture-hash.ts'),
  'hashesOf',
  (original, dots) => original(dots).slice(0, 1),
);
