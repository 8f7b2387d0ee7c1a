import type { StageResult } from '../test-command/result.ts';
import { findCompose } from './program.ts';
import { openProject } from './project.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const checkComposeFile = async (): Promise<StageResult> => {
  const compose = await findCompose();
  if (!compose)
    return {
      passed: 0,
      failed: 0,
      skipped: 2,
      output: 'there is neither Docker Compose 2 nor Go to build it with',
    };
  const read = async (secrets: boolean): Promise<string> => {
    const project = await openProject(compose, { name: 'qr-config', secrets });
    try {
      return await project.run('--profile', 'observability', 'config', '--quiet');
    } finally {
      await project.forget();
    }
  };
  const failures: string[] = [];
  await read(true).catch((error: unknown) => failures.push(messageOf(error)));
  const refusal = await read(false).then(() => 'nothing', messageOf);
  if (!refusal.includes('npm run admin -- secrets compose'))
    failures.push(`without secrets it says ${refusal}`);
  return { passed: 2 - failures.length, failed: failures.length, output: failures.join('\n') };
};
