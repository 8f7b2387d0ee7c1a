import { checkComposeFile } from '../compose/check-file.ts';
import { tryComposeSystem } from '../compose/try-system.ts';
import type { Reach } from '../affected/reach.ts';
import { runJest } from './jest-stage.ts';
import { runPlaywright } from './playwright-stage.ts';
import type { StageResult } from './result.ts';
import { runAttacks, runFaults, runFuzz, runUpgrade } from './suite-stage.ts';

export interface Stage {
  name: string;
  /** What of a change it looks at: the whole system, or the workspaces that hold tests. */
  looksAt: 'system' | 'workspaces' | 'containers';
  /** Whether it guards a merge, or only the full run has it. */
  tier: 'merge' | 'full';
  run: (wanted: { full: boolean; reach: Reach }) => Promise<StageResult>;
}

const browserTests: Stage = {
  name: 'end-to-end tests in Chromium',
  looksAt: 'system',
  tier: 'merge',
  run: ({ full }) => runPlaywright({ full }),
};

/**
 * What is run after the static checks, begun in this order: what keeps all cores busy beside what mostly waits for a
 * system. What each tier holds is told in docs/testing.md.
 */
export const stages: Stage[] = [
  { name: 'pages', looksAt: 'workspaces', tier: 'merge', run: (wanted) => runJest('web', wanted) },
  { name: 'faults, in short', looksAt: 'system', tier: 'merge', run: runFaults },
  {
    name: 'services and tools',
    looksAt: 'workspaces',
    tier: 'merge',
    run: (wanted) => runJest('node', wanted),
  },
  { name: 'attacks', looksAt: 'system', tier: 'merge', run: ({ full }) => runAttacks({ full }) },
  browserTests,
  { name: 'rolling upgrade, in short', looksAt: 'system', tier: 'full', run: runUpgrade },
  { name: 'API fuzz', looksAt: 'system', tier: 'full', run: runFuzz },
  { name: 'Compose file', looksAt: 'containers', tier: 'full', run: checkComposeFile },
  { name: 'the system in containers', looksAt: 'containers', tier: 'full', run: tryComposeSystem },
];

/** The stages of a run, in their order. All browser tests take as long as the rest together, so in the full run they begin first. */
export const chooseStages = ({ full, reach }: { full: boolean; reach: Reach }): Stage[] => {
  const ordered = full ? [browserTests, ...stages.filter((stage) => stage !== browserTests)] : stages;
  return ordered.filter(({ tier, looksAt }) => {
    if (tier === 'full' && !full) return false;
    if (reach === 'everything') return true;
    return looksAt === 'workspaces'
      ? reach.tests.length > 0
      : reach.system || (looksAt === 'containers' && reach.containers);
  });
};
