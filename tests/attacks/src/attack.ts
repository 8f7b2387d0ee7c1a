import type { Defense } from './defenses/defense.ts';
import type { Target } from './target/start-target.ts';

export interface Attack {
  name: string;
  /**
   * The defenses against the attack. With all of them off it must succeed, which proves that each is needed
   * and that the attack is real.
   */
  defenses: Defense[];
  attempt: (target: Target) => Promise<boolean>;
}
