import { SELFIE } from '@qr-attendance/contracts';
import sharp from 'sharp';
import { takeScene } from '../attacks/selfies.ts';

export type Forgery = 'saved again' | 'mirrored';

const mirror = async (dataUrl: string): Promise<string> => {
  const jpeg = Buffer.from(dataUrl.slice(SELFIE.dataUrlPrefix.length), 'base64');
  return SELFIE.dataUrlPrefix + (await sharp(jpeg).flop().jpeg().toBuffer()).toString('base64');
};

export const forgedSelfies = async (forgery: Forgery) => {
  const [[first, firstAgain], [second, secondAgain]] = [await takeScene(), await takeScene()];
  return {
    taken: { selfieImage: first, selfieAfterPrompt: second },
    forge: async () =>
      forgery === 'mirrored'
        ? { selfieImage: await mirror(first), selfieAfterPrompt: await mirror(second) }
        : { selfieImage: firstAgain, selfieAfterPrompt: secondAgain },
  };
};
