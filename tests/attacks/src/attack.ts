import type { Defense } from './defenses/defense.ts';
import type { Target } from './target/start-target.ts';

export interface Attack {
  name: string;
  /**
   * The defenses against the attack. With all defenses off, the attack must succeed, which proves that the
   * attack is real and that the defenses are effective.
   */
  defenses: Defense[];
  attempt: (target: Target) => Promise<boolean>;
}
