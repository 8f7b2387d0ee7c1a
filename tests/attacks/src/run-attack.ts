import type { Attack } from './attack.ts';
import type { Switches } from './defenses/switches.ts';
import type { Target } from './target/start-target.ts';

export interface Result {
  attack: Attack;
  /** With all defenses on. */
  gotThrough?: boolean;
  /** With its own defenses off, where that was tried. */
  gotThroughUndefended?: boolean;
  /** It could not be tried to its end. */
  error?: string;
}

/**
 * Tries an attack on the product as it is and, where the defenses have switches, on one without the defenses against it.
 */
export const runAttack = async (
  attack: Attack,
  target: Target,
  switches: Switches | undefined,
): Promise<Result> => {
  try {
    const gotThrough = await attack.attempt(target);
    if (!switches) return { attack, gotThrough };
    await switches.switchOff(attack.defenses.map(({ name }) => name));
    return { attack, gotThrough, gotThroughUndefended: await attack.attempt(target) };
  } catch (error) {
    return { attack, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await switches?.switchOff([]);
  }
};
