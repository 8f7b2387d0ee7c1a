import { setTimeout as pause } from 'node:timers/promises';
import { BURST_SEQUENCE, type SessionPolicyChoice } from '@qr-attendance/contracts';
import { marksWith, recordCodes, signSequence } from '../attacks/burst-codes.ts';
import { marksByWords, readWords } from '../attacks/burst-words.ts';
import { PIN } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import type { Attempt } from './attempts.ts';

const LIVE = { burstCodes: true, requireDevice: true, requirePin: true, allowUnsigned: false };

export const markByWords =
  (more: SessionPolicyChoice, count: number) =>
  async (target: Target): Promise<Attempt> => {
    // A session without words must reject any words, so the script sends two arbitrary words.
    const running = await target.lesson({ policy: { ...LIVE, ...more } });
    const absent = await Promise.all(Array.from({ length: count }, () => target.member(running)));
    const words = (await readWords(target, running)) || 'river lamp';
    const script = async () => {
      let marked = 0;
      for (const one of absent) if (await marksByWords(target, one, words, { pin: PIN })) marked++;
      return marked;
    };
    return { running, absent, script };
  };

export const markByBurstCodes =
  (delayMs = 0) =>
  async (target: Target): Promise<Attempt> => {
    const running = await target.lesson({ policy: LIVE });
    const absent = await target.member(running);
    const seen = await recordCodes(target, running, BURST_SEQUENCE.codes);
    await pause(delayMs);
    const script = async () =>
      (await marksWith(target, absent, signSequence(seen, absent.device), { pin: PIN })) ? 1 : 0;
    return { running, absent: [absent], script };
  };
