import type { Attack } from './attack.ts';
import type { Switches } from './defences/switches.ts';
import type { Target } from './target/start-target.ts';

export interface Result {
  attack: Attack;
  /** With all defences on. */
  gotThrough?: boolean;
  /** With its own defences off, where that was tried. */
  gotThroughUndefended?: boolean;
  /** It could not be tried to its end. */
  error?: string;
}

/**
 * Tries an attack on the product as it is and, where the defences have switches, on one without the defences against it.
 */
export const runAttack = async (
  attack: Attack,
  target: Target,
  switches: Switches | undefined,
): Promise<Result> => {
  try {
    const gotThrough = await attack.attempt(target);
    if (!switches) return { attack, gotThrough };
    await switches.switchOff(attack.defences.map(({ name }) => name));
    return { attack, gotThrough, gotThroughUndefended: await attack.attempt(target) };
  } catch (error) {
    return { attack, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await switches?.switchOff([]);
  }
};
