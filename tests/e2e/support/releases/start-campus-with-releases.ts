import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areaNames } from '@qr-attendance/contracts';
import {
  freePort,
  gatewayEnvironment,
  type ServiceUrls,
  type SupervisedProcess,
  superviseNode,
  waitUntilReady,
} from '@qr-attendance/stack';
import { SERVICE_URLS } from '../global-setup.ts';
import { buildStudentRemote } from './build-remote.ts';
import { notices } from './notices.ts';
import { serveFolders } from './serve-folders.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export const versionOf = (folder: string, contractVersion: number) => ({
  entry: `/remotes/${folder}/mf-manifest.json`,
  contractVersion,
});

export const ADDED_PAGE = 'Notices';

const WITH_FETCHER = `import { useFetcher } from 'react-router';
export const Mark = () => {
  useFetcher();
  return <p>{RELEASE}</p>;
};
`;

export interface CampusWithReleases {
  url: string;
  gateway: SupervisedProcess;
  release: (student: object) => Promise<void>;
  runOwnTests: () => Promise<string>;
  stop: () => Promise<void>;
}

/**
 * A gateway in front of the shared services, like in a cluster: each version of a remote on a web server, and
 * `remotes.json` as a file. Besides the product's `student` there are `student-2` (release 2.0.0, with one
 * more page), `student-old` (0.9.0, for contract version 1), `student-future` (3.0.0, for version 99),
 * `student-more` (2.1.0, which imports a name that the shell does not share), `student-later` (2.2.0, which
 * needs a later router), `student-notices` (2.3.0, a release of only the student team) and `student-broken`
 * (2.0.0 with a missing chunk).
 */
export const startCampusWithReleases = async (): Promise<CampusWithReleases> => {
  const builds = {
    'student-2': await buildStudentRemote({ version: '2.0.0', contractVersion: 2, page: ADDED_PAGE }),
    'student-old': await buildStudentRemote({ version: '0.9.0', contractVersion: 1 }),
    'student-future': await buildStudentRemote({ version: '3.0.0', contractVersion: 99 }),
    'student-more': await buildStudentRemote({ version: '2.1.0', contractVersion: 2, mark: WITH_FETCHER }),
    'student-later': await buildStudentRemote({
      version: '2.2.0',
      contractVersion: 2,
      dependencies: { 'react-router': '^99.0.0' },
    }),
    'student-notices': await buildStudentRemote({ version: '2.3.0', contractVersion: 2, ...notices }),
  };
  const folders: Record<string, string> = {
    ...Object.fromEntries(areaNames.map((name) => [name, join(ROOT, `mfe-${name}`, 'dist')])),
    ...Object.fromEntries(Object.entries(builds).map(([name, { dist }]) => [name, dist])),
    'student-broken': builds['student-2'].dist,
  };
  const web = await serveFolders(folders, /^\/student-broken\/.*__federation_expose/);

  const dataDir = await mkdtemp(join(tmpdir(), 'releases-'));
  const remotesFile = join(dataDir, 'remotes.json');
  const release = async (student: object): Promise<void> => {
    const others = Object.fromEntries(areaNames.map((name) => [name, versionOf(name, 2)]));
    await writeFile(remotesFile, JSON.stringify({ ...others, student }));
  };
  await release(versionOf('student', 2));

  const urls = JSON.parse(process.env[SERVICE_URLS] ?? '{}') as ServiceUrls;
  const host = '127.0.0.1';
  const port = await freePort();
  const { STATIC_REMOTES_DIR: _built, ...env } = gatewayEnvironment({ urls, host, port });
  const servers = Object.keys(folders).map((name) => `${name}=${web.urlOf(name)}`);
  const gateway = await superviseNode(
    'gateway',
    'gateway/src/main.ts',
    { ...env, STATIC_REMOTE_URLS: servers.join(), REMOTES_FILE: remotesFile },
    dataDir,
  );
  // Browsers treat `localhost` as a secure context.
  const url = `http://localhost:${port}`;
  await waitUntilReady(gateway, `http://${host}:${port}`, { dataDir, ask: undefined });
  const stop = async () => {
    await gateway.stop();
    await web.stop();
    await Promise.all(Object.values(builds).map((build) => build.remove()));
    await rm(dataDir, { recursive: true });
  };
  const runOwnTests = () => builds['student-notices'].runTests(url);
  return { url, gateway, release, runOwnTests, stop };
};
