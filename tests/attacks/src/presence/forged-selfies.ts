import { mirror, takeScene } from '../attacks/selfies.ts';

export type Forgery = 'saved again' | 'mirrored';

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
