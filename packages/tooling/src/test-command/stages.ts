import { checkComposeFile } from '../compose/check-file.ts';
import { tryComposeSystem } from '../compose/try-system.ts';
import type { Reach } from '../affected/reach.ts';
import { runJest } from './jest-stage.ts';
import { runPlaywright } from './playwright-stage.ts';
import type { StageResult } from './result.ts';
import { runAttacks, runFaults, runFuzz, runUpgrade } from './suite-stage.ts';

export interface Stage {
  name: string;
  looksAt: 'system' | 'workspaces' | 'containers';
  run: (wanted: { full: boolean; reach: Reach }) => Promise<StageResult>;
}

const pages: Stage = {
  name: 'pages',
  looksAt: 'workspaces',
  run: (wanted) => runJest('web', wanted),
};
const services: Stage = {
  name: 'services and tools',
  looksAt: 'workspaces',
  run: (wanted) => runJest('node', wanted),
};
const browserTests: Stage = {
  name: 'end-to-end tests in Chromium',
  looksAt: 'system',
  run: ({ full }) => runPlaywright({ full }),
};
const faults: Stage = { name: 'faults, in short', looksAt: 'system', run: runFaults };
const attacks: Stage = {
  name: 'attacks',
  looksAt: 'system',
  run: ({ full }) => runAttacks({ full }),
};
const onlyInFullRun: Stage[] = [
  { name: 'rolling upgrade, in short', looksAt: 'system', run: runUpgrade },
  { name: 'API fuzz', looksAt: 'system', run: runFuzz },
  { name: 'Compose file', looksAt: 'containers', run: checkComposeFile },
  { name: 'the system in containers', looksAt: 'containers', run: tryComposeSystem },
];

/**
 * Stages in the order of their start. The longest stage of a merge runs beside the stages that mostly wait; shorter
 * stages follow. docs/testing.md lists the contents of each tier.
 */
const stages = {
  merge: [services, attacks, faults, browserTests, pages],
  full: [browserTests, attacks, ...onlyInFullRun, faults, services, pages],
};

export const chooseStages = ({ full, reach }: { full: boolean; reach: Reach }): Stage[] =>
  (full ? stages.full : stages.merge).filter(({ looksAt }) => {
    if (reach === 'everything') return true;
    return looksAt === 'workspaces'
      ? reach.tests.length > 0
      : reach.system || (looksAt === 'containers' && reach.containers);
  });
