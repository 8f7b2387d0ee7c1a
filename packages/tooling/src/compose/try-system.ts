import { areaNames } from '@qr-attendance/contracts/areas';
import { hasDocker } from '@qr-attendance/stack';
import { createCampusClient, holdClass, type HeldClass } from '@qr-attendance/test-kit';
import type { StageResult } from '../test-command/result.ts';
import { findCompose } from './program.ts';
import { openProject, type ComposeProject } from './project.ts';
import { waitForMark } from './wait-for-mark.ts';

const NAME = `qr-attendance-test-${process.pid}`;
const PROCESSES = ['gateway', 'auth', 'course', 'session', 'attendance'];
/**
 * The wait is long, because five processes, three stores and four web servers start at once, even on a small machine.
 */
const WAIT_SECONDS = '600';

const urlOf = async (project: ComposeProject): Promise<string> =>
  `http://${(await project.run('port', 'gateway', '3000')).trim()}`;

const bringUp = (project: ComposeProject): Promise<string> =>
  project.run('up', '--detach', '--no-build', '--wait', '--wait-timeout', WAIT_SECONDS);

const seeWebApp = async (project: ComposeProject): Promise<void> => {
  const url = await urlOf(project);
  const expectFile = async (path: string, caching: string): Promise<string> => {
    const response = await fetch(url + path);
    if (response.status !== 200 || response.headers.get('cache-control') !== caching)
      throw new Error(`${path} answered ${response.status}, ${response.headers.get('cache-control')}`);
    return response.text();
  };
  const page = await expectFile('/login', 'no-cache');
  const [script] = /\/assets\/main\.[0-9a-f]+\.js/.exec(page) ?? [];
  if (script === undefined) throw new Error('the page has no script');
  await expectFile(script, 'public, max-age=31536000, immutable');
  for (const remote of areaNames) await expectFile(`/remotes/${remote}/mf-manifest.json`, 'no-cache');
  const { status } = await fetch(`${url}/remotes/teacher/no-such-file.js`);
  if (status !== 404) throw new Error(`a file that is missing answered ${status}`);
};

const lookIntoProcesses = async (project: ComposeProject): Promise<void> => {
  for (const name of PROCESSES) {
    const script = 'id -u; touch /app/x 2>/dev/null && echo writable; grep CapEff /proc/self/status';
    const said = (await project.run('exec', '-T', name, 'sh', '-c', script)).trim().split(/\s+/).join(' ');
    if (said !== '10001 CapEff: 0000000000000000') throw new Error(`${name} runs as ${said}`);
  }
};

const stepsOf = (project: ComposeProject): [title: string, run: () => Promise<unknown>][] => {
  let heldClass: HeldClass | undefined;
  return [
    ['images are built', () => project.run('build')],
    ['all of it comes up', () => bringUp(project)],
    ['processes may write nothing and do nothing special', () => lookIntoProcesses(project)],
    ['the web app is served', () => seeWebApp(project)],
    [
      'a class is held',
      async () => {
        const url = await urlOf(project);
        heldClass = await holdClass(createCampusClient(url));
        await waitForMark(url, heldClass);
      },
    ],
    [
      'what was marked is there after all was taken down and brought up again',
      async () => {
        await project.run('down');
        await bringUp(project);
        if (heldClass) await waitForMark(await urlOf(project), heldClass);
      },
    ],
  ];
};

export const tryComposeSystem = async (): Promise<StageResult> => {
  const compose = (await hasDocker()) ? await findCompose() : undefined;
  if (!compose)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      output: 'no Docker engine with Compose 2 answers on this machine',
    };
  const project = await openProject(compose, {
    name: NAME,
    settings: {
      PUBLISH: '127.0.0.1:',
      TEACHER_REGISTRATION: 'open',
      NEW_COURSE_ENROLLMENT: 'open',
      SESSION_FLOOR_CHECKS: '',
      VERSION: 'test',
    },
  });
  let passed = 0;
  try {
    for (const [title, run] of stepsOf(project)) {
      try {
        await run();
        passed += 1;
      } catch (error) {
        const logs = await project.run('logs', '--tail', '40').catch(() => '');
        const why = error instanceof Error ? error.message : String(error);
        return { passed, failed: 1, output: `${title}: not so. ${why}\n${logs}` };
      }
    }
    return { passed, failed: 0, output: '' };
  } finally {
    await project.run('down', '--volumes', '--remove-orphans').catch(() => undefined);
    await project.forget();
  }
};
