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
  /** Stages of a lane run one after the other, the lanes side by side: what disturbs a system mostly waits for it. */
  lane: 'tests' | 'disturbances';
  run: (wanted: { full: boolean; reach: Reach }) => Promise<StageResult>;
}

/** What is run after the static checks, each lane in this order. What each tier holds is told in docs/testing.md. */
export const stages: Stage[] = [
  {
    name: 'pages',
    looksAt: 'workspaces',
    tier: 'merge',
    lane: 'tests',
    run: (wanted) => runJest('web', wanted),
  },
  {
    name: 'services and tools',
    looksAt: 'workspaces',
    tier: 'merge',
    lane: 'tests',
    run: (wanted) => runJest('node', wanted),
  },
  {
    name: 'end-to-end tests in Chromium',
    looksAt: 'system',
    tier: 'merge',
    lane: 'tests',
    run: ({ full }) => runPlaywright({ full }),
  },
  { name: 'faults, in short', looksAt: 'system', tier: 'merge', lane: 'disturbances', run: runFaults },
  {
    name: 'attacks',
    looksAt: 'system',
    tier: 'merge',
    lane: 'disturbances',
    run: ({ full }) => runAttacks({ full }),
  },
  {
    name: 'rolling upgrade, in short',
    looksAt: 'system',
    tier: 'full',
    lane: 'disturbances',
    run: runUpgrade,
  },
  { name: 'API fuzz', looksAt: 'system', tier: 'full', lane: 'disturbances', run: runFuzz },
  { name: 'Compose file', looksAt: 'containers', tier: 'full', lane: 'disturbances', run: checkComposeFile },
  {
    name: 'the system in containers',
    looksAt: 'containers',
    tier: 'full',
    lane: 'disturbances',
    run: tryComposeSystem,
  },
];

/** The stages of a run. */
export const chooseStages = ({ full, reach }: { full: boolean; reach: Reach }): Stage[] =>
  stages.filter(({ tier, looksAt }) => {
    if (tier === 'full' && !full) return false;
    if (reach === 'everything') return true;
    return looksAt === 'workspaces'
      ? reach.tests.length > 0
      : reach.system || (looksAt === 'containers' && reach.containers);
  });
