import { randomInt } from 'node:crypto';
import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import sharp from 'sharp';
import type { Attack } from '../attack.ts';
import { mirroredForms, nearCopyFlag } from '../defenses/evidence.ts';
import { storedFingerprint } from '../defenses/marking.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const policy = { requireSelfie: true };

/** @param degrees an additional rotation of the picture */
export const mirror = async (dataUrl: string, degrees = 0): Promise<string> => {
  const jpeg = Buffer.from(dataUrl.slice(SELFIE_LIMITS.dataUrlPrefix.length), 'base64');
  const changed = await sharp(jpeg).rotate(degrees).flop().jpeg().toBuffer();
  return SELFIE_LIMITS.dataUrlPrefix + changed.toString('base64');
};

export const takeScene = async (): Promise<[string, string]> => {
  const { width, height } = SELFIE_LIMITS;
  const areas = Array.from({ length: 12 }, () => {
    const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
    const input = { create: { width: 90, height: 110, channels: 3 as const, background } };
    return { input, left: randomInt(width - 90), top: randomInt(height - 110) };
  });
  const taken = await sharp({ create: { width, height, channels: 3, background: '#a0522d' } })
    .composite(areas)
    .jpeg()
    .toBuffer();
  const changed = await sharp(taken).jpeg({ quality: 90 }).toBuffer();
  const dataUrlOf = (jpeg: Buffer) => SELFIE_LIMITS.dataUrlPrefix + jpeg.toString('base64');
  return [dataUrlOf(taken), dataUrlOf(changed)];
};

const takeSelfie = async (): Promise<string> => {
  const { width, height } = SELFIE_LIMITS;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#a0522d', noise } })
    .jpeg()
    .toBuffer();
  return SELFIE_LIMITS.dataUrlPrefix + jpeg.toString('base64');
};

const sendAgain = async (
  { must, scan, mark }: Target,
  [before, sender]: [Lesson, Student],
  [running, absent]: [Lesson, Student],
): Promise<boolean> => {
  for (const { token } of new Set([sender, absent]))
    await must('POST', '/api/auth/selfie-consent', { token, body: { given: true } });
  const selfieImage = await takeSelfie();
  const { status } = await mark(sender, await scan(sender, before), { selfieImage });
  if (status !== 201) throw new Error(`the honest mark was answered ${status}`);
  return (await mark(absent, await scan(absent, running), { selfieImage })).status === 201;
};

export const selfieAttacks: Attack[] = [
  {
    name: 'an old selfie sent again in the next session',
    defenses: [storedFingerprint],
    attempt: async (target) => {
      const [before, running] = [await target.lesson({ policy }), await target.lesson({ policy })];
      const absent = await target.member(before);
      await target.enroll(absent, running);
      return sendAgain(target, [before, absent], [running, absent]);
    },
  },
  {
    name: 'an old selfie saved again without a flag for the teacher',
    defenses: [nearCopyFlag],
    attempt: async (target) => {
      const { must, scan, mark, enroll, flagsIn } = target;
      const [before, running] = [await target.lesson({ policy }), await target.lesson({ policy })];
      const absent = await target.member(before);
      await enroll(absent, running);
      await must('POST', '/api/auth/selfie-consent', { token: absent.token, body: { given: true } });
      const [[first, firstAgain], [second, secondAgain]] = [await takeScene(), await takeScene()];
      for (const [lesson, selfie] of [
        [before, { selfieImage: first, selfieAfterPrompt: second }],
        [running, { selfieImage: firstAgain, selfieAfterPrompt: secondAgain }],
      ] as const) {
        const { status } = await mark(absent, await scan(absent, lesson), selfie);
        if (status !== 201) throw new Error(`a selfie was answered ${status}`);
      }
      return !(await flagsIn(running)).get(absent.id)?.includes('selfie_near_duplicate');
    },
  },
  {
    name: 'another student’s selfies, mirrored and rotated, without a flag for the teacher',
    defenses: [mirroredForms],
    attempt: async (target) => {
      const { must, scan, mark, flagsIn } = target;
      const running = await target.lesson({ policy });
      const [present, absent] = [await target.member(running), await target.member(running)];
      const [[first], [second]] = [await takeScene(), await takeScene()];
      for (const [student, selfie] of [
        [present, { selfieImage: first, selfieAfterPrompt: second }],
        [absent, { selfieImage: await mirror(first), selfieAfterPrompt: await mirror(second, 90) }],
      ] as const) {
        await must('POST', '/api/auth/selfie-consent', { token: student.token, body: { given: true } });
        const { status } = await mark(student, await scan(student, running), selfie);
        if (status !== 201) throw new Error(`a selfie was answered ${status}`);
      }
      return !(await flagsIn(running)).get(absent.id)?.includes('selfie_near_duplicate');
    },
  },
  {
    name: 'the selfie of another student',
    defenses: [storedFingerprint],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const [present, absent] = [await target.member(running), await target.member(running)];
      return sendAgain(target, [running, present], [running, absent]);
    },
  },
];
