import { createHmac } from 'node:crypto';
import { selfiePromptSchema, type FlagReason, type SelfiePrompt } from '@qr-attendance/contracts';
import type { Peppers } from '@qr-attendance/server';
import type { StoredSelfie } from '../attendance/scans.ts';
import { bitsApart, lookAtPicture, NEAR_BITS } from './look-at-picture.ts';
import { redeemTicket, type TicketReading } from './read-request.ts';
import { readSelfie, type Selfies, type Taken } from './selfies.ts';

const PROMPTS = selfiePromptSchema.options;

/**
 * What the second picture is to show. It follows from a secret, the session and the student: nobody knows it before the
 * scan, every replica says the same, and scanning again brings no easier one.
 */
const promptFor = (secret: string, { sessionId, studentId }: Taken): SelfiePrompt => {
  const digest = createHmac('sha256', secret).update(`selfie prompt\n${sessionId}\n${studentId}`).digest();
  return PROMPTS[digest.readUInt32BE() % PROMPTS.length] ?? 'look_up';
};

/** Tells a student who has scanned what the second picture is to show. */
export const getSelfiePrompt = (
  context: TicketReading & { peppers: Peppers },
  studentId: string,
  ticket: string,
): SelfiePrompt => {
  const { sessionId } = redeemTicket(context, ticket, studentId);
  return promptFor(context.peppers.oldest, { sessionId, studentId });
};

/** A selfie as it is stored, with reasons for the teacher to look at it. */
export interface Selfie extends StoredSelfie {
  flags: FlagReason[];
}

/**
 * Reads the pictures of a selfie and looks for what a program can tell: blank and nearly equal ones, which are flagged
 * and never refused. Whether they show the student, and do what was asked, is the teacher's to see.
 * @throws DomainError (invalid)
 */
export const readWholeSelfie = async (
  { selfies, peppers }: { selfies: Selfies; peppers: Peppers },
  taken: Taken,
  images: { selfieImage: string; selfieAfterPrompt?: string | undefined },
): Promise<Selfie> => {
  const [jpeg, secondJpeg] = await Promise.all([
    readSelfie(images.selfieImage, 'selfieImage'),
    images.selfieAfterPrompt === undefined
      ? undefined
      : readSelfie(images.selfieAfterPrompt, 'selfieAfterPrompt'),
  ]);
  const [first, second] = [await lookAtPicture(jpeg), secondJpeg && (await lookAtPicture(secondJpeg))];
  const seen = [first.looks, second?.looks].filter((looks) => looks !== undefined);
  const [one, other] = seen;
  const isTwice = one !== undefined && other !== undefined && bitsApart(one, other) <= NEAR_BITS;
  const isNear = isTwice || (seen.length > 0 && (await selfies.hasNearDuplicate(taken, seen)));
  return {
    jpeg,
    looks: first.looks,
    second: secondJpeg && {
      jpeg: secondJpeg,
      looks: second?.looks,
      prompt: promptFor(peppers.oldest, taken),
    },
    flags: [
      ...(isNear ? ['selfie_near_duplicate' as const] : []),
      ...(first.isBlank || second?.isBlank ? ['selfie_blank' as const] : []),
      ...(second ? [] : ['selfie_one_picture' as const]),
    ],
  };
};
