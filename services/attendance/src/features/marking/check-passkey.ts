import { randomBytes } from 'node:crypto';
import {
  PASSKEY_TIMEOUT_MS,
  passkeyRequestOptionsSchema,
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  type PasskeyVerifier,
  type StudentSecurity,
} from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Pool } from 'pg';
import { deleteOld } from '../../db/delete-old.ts';
import type { MarkIds } from '../../projections/rules/known-session.ts';
import type { MarkingDeps } from './marking.ts';
import { verifyTicket } from './ticket.ts';
import {
  judgeWaitingPasskeys,
  passkeyFailedError,
  passkeysAt,
  type PasskeyToVerify,
} from './rules/judge-proofs.ts';

type StoredPasskeys = Pick<StudentSecurity, 'passkeys' | 'waitingPasskeys'>;

const readPasskeys = async (pool: Pool, studentId: string): Promise<StoredPasskeys> => {
  const { rows } = await pool.query<StoredPasskeys>(
    `SELECT passkeys, waiting_passkeys AS "waitingPasskeys" FROM student_security WHERE student_id = $1`,
    [studentId],
  );
  return rows[0] ?? { passkeys: [], waitingPasskeys: [] };
};

export const saveCounter = async (pool: Pool, credentialId: string, counter: number): Promise<void> => {
  await pool.query(
    `INSERT INTO passkey_counters AS c (credential_id, counter) VALUES ($1, $2)
     ON CONFLICT (credential_id) DO UPDATE SET counter = greatest(c.counter, excluded.counter)`,
    [credentialId, counter],
  );
};

interface ChallengePurpose {
  studentId: string;
  sessionId: string;
  ticketId: string;
}

const addChallenge = async (
  pool: Pool,
  challenge: string,
  { studentId, sessionId, ticketId }: ChallengePurpose,
  rpId: string,
): Promise<void> => {
  await pool.query(
    `INSERT INTO passkey_challenges (challenge, student_id, session_id, ticket_id, rp_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [challenge, studentId, sessionId, ticketId, rpId, PASSKEY_TIMEOUT_MS / 1000],
  );
};

/** Undefined if the challenge was used, has expired, or belongs to another mark. */
const findChallenge = async (
  pool: Pool,
  challenge: string,
  { studentId, sessionId, ticketId }: ChallengePurpose,
  credentialId: string,
): Promise<{ rpId: string; counter: number } | undefined> => {
  const { rows } = await pool.query<{ rpId: string; counter: number }>(
    `SELECT rp_id AS "rpId",
            coalesce((SELECT counter FROM passkey_counters WHERE credential_id = $5), 0)::float8 AS counter
       FROM passkey_challenges
      WHERE challenge = $1 AND student_id = $2 AND session_id = $3 AND ticket_id = $4 AND expires_at > now()`,
    [challenge, studentId, sessionId, ticketId, credentialId],
  );
  return rows[0];
};

const removeChallenge = async (pool: Pool, challenge: string): Promise<void> => {
  await pool.query('DELETE FROM passkey_challenges WHERE challenge = $1', [challenge]);
};

export const deleteExpiredChallenges = (pool: Pool): Promise<void> =>
  deleteOld(pool, ['passkey_challenges', 'challenge'], 'expires_at < now()', []);

/**
 * Returns the host name of the page if the page is ours, else that of our first origin. Browsers reject a
 * passkey for a host other than the page's.
 */
const rpIdFor = (publicOrigins: string[], pageOrigin: string | undefined): string => {
  const origin = publicOrigins.find((own) => own === pageOrigin) ?? publicOrigins[0];
  if (origin === undefined) throw new Error('no public origin');
  return new URL(origin).hostname;
};

/**
 * The student may have just added or confirmed their first passkey, so the passkeys are refreshed from the auth service
 * before a mark is rejected for having none.
 */
const passkeysOf = async ({ pool, owners, clock }: MarkingDeps, ids: MarkIds): Promise<PasskeyVerifier[]> => {
  const passkeys = passkeysAt(await readPasskeys(pool, ids.studentId), clock());
  if (passkeys.length > 0) return passkeys;
  await owners.refresh('security', ids);
  const newest = await readPasskeys(pool, ids.studentId);
  const waiting = judgeWaitingPasskeys(newest, clock());
  if (waiting) throw waiting;
  return passkeysAt(newest, clock());
};

export const startPasskeyCheck = async (
  context: MarkingDeps,
  studentId: string,
  ticket: string,
  pageOrigin: string | undefined,
): Promise<PasskeyRequestOptions> => {
  const { sessionId, courseId, jti: ticketId } = verifyTicket(context, ticket, studentId);
  const verifiers = await passkeysOf(context, { sessionId, courseId, studentId });
  if (verifiers.length === 0)
    throw new DomainError('forbidden', 'passkey_not_set', 'Add a passkey in Security Settings first.');
  const rpId = rpIdFor(context.publicOrigins, pageOrigin);
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: Uint8Array.from(randomBytes(32)),
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: verifiers.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })) as Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials'],
  });
  const purpose = { studentId, sessionId, ticketId };
  await addChallenge(context.pool, options.challenge, purpose, rpId);
  return passkeyRequestOptionsSchema.parse(options);
};

/** Challenges are base64url; the check keeps zero characters from PostgreSQL, which rejects them. */
const challengeOf = ({ response }: PasskeyAssertion): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
};

type PasskeyVerification = Awaited<ReturnType<typeof verifyAuthenticationResponse>>;
/** The library throws for unreadable bytes and for failed checks alike. */
const orReason = (verifying: Promise<PasskeyVerification>): Promise<PasskeyVerification | string> =>
  verifying.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

/**
 * A failed verification consumes the challenge.
 * @throws DomainError (passkey_failed)
 */
export const verifyPasskey = async (
  { pool, publicOrigins, log }: MarkingDeps,
  purpose: ChallengePurpose,
  { verifier, assertion }: PasskeyToVerify,
) => {
  const challenge = challengeOf(assertion);
  const { credentialId, publicKey } = verifier;
  const issued =
    challenge === undefined ? undefined : await findChallenge(pool, challenge, purpose, credentialId);
  if (challenge === undefined || !issued) throw passkeyFailedError();
  const checked = await orReason(
    verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: publicOrigins,
      expectedRPID: issued.rpId,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: isoBase64URL.toBuffer(publicKey),
        counter: issued.counter,
      },
    }),
  );
  if (typeof checked !== 'string' && checked.verified)
    return { challenge, credentialId, counter: checked.authenticationInfo.newCounter };
  log.info({ why: typeof checked === 'string' ? checked : 'the signature is wrong' }, 'passkey refused');
  await removeChallenge(pool, challenge);
  throw passkeyFailedError();
};
