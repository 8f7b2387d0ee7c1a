import type { Attack } from './attack.ts';
import type { Switches } from './defenses/switches.ts';
import type { Target } from './target/start-target.ts';

export interface Result {
  attack: Attack;
  gotThrough?: boolean;
  /** Whether the attack succeeded with its defenses off; undefined if that was not tried. */
  gotThroughUndefended?: boolean;
  error?: string;
}

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
