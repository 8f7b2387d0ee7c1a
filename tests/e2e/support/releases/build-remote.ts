import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BASE_URL } from '../global-setup.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const REMOTE = `import { Mark } from './mark.tsx';
import { remote as product } from './product.tsx';

export const remote = {
  contractVersion: CONTRACT_VERSION,
  Page: (props) => (
    <>
      <Mark {...props} />
      <product.Page {...props} />
    </>
  ),
};
`;
const MARK = 'export const Mark = () => <p>{RELEASE}</p>;';
const pagesOf = ({ page }: Release): string => `import { pages as product } from './product-pages.ts';

const added = { text: { en: '${page}', de: '${page}' }, icon: 'BellOutlined' };
export const pages = [...product, { path: 'added', userType: 'STUDENT', nav: added }];
`;
const CONFIG = `import { remoteConfig } from '@qr-attendance/tooling/rspack';
import { rspack } from '@rspack/core';

const { RELEASE, CONTRACT_VERSION } = process.env;
const config = remoteConfig({ name: 'student', dir: import.meta.dirname });
const define = new rspack.DefinePlugin({ RELEASE: JSON.stringify(RELEASE), CONTRACT_VERSION });
export default { ...config, plugins: [...config.plugins, define] };
`;

interface Description {
  dependencies: Record<string, string>;
}

export interface Release {
  version: string;
  contractVersion: number;
  page?: string;
  mark?: string;
  dependencies?: Record<string, string>;
  tests?: string;
}

export interface BuiltRemote {
  dist: string;
  /** Runs only the remote's own browser tests against a running system. Rejects if they fail. */
  runTests: (url: string) => Promise<string>;
  remove: () => Promise<void>;
}

/** The release shows `Release <version>` on each page. */
export const buildStudentRemote = async (release: Release): Promise<BuiltRemote> => {
  const { version, contractVersion, page, mark = MARK, dependencies, tests } = release;
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const app = join(folder, 'mfe-student');
  const source = (file: string) => join(app, 'src', file);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'mfe-student/src'), join(app, 'src'), { recursive: true });
  await rename(source('remote.tsx'), source('product.tsx'));
  await writeFile(source('remote.tsx'), REMOTE);
  await writeFile(source('mark.tsx'), mark);
  if (page !== undefined) {
    await rename(source('pages.ts'), source('product-pages.ts'));
    await writeFile(source('pages.ts'), pagesOf(release));
  }
  await writeFile(join(app, 'rspack.config.ts'), CONFIG);
  const description = JSON.parse(
    await readFile(join(ROOT, 'mfe-student/package.json'), 'utf8'),
  ) as Description;
  const changed = { ...description, version, dependencies: { ...description.dependencies, ...dependencies } };
  await writeFile(join(app, 'package.json'), JSON.stringify(changed));
  const run = async (program: string, args: string[], env: Record<string, string>): Promise<string> => {
    const file = join(ROOT, 'node_modules', program);
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd: app,
      env: { ...process.env, ...env },
    });
    return stdout;
  };
  await run('@rspack/cli/bin/rspack.js', ['build'], {
    RELEASE: `Release ${version}`,
    CONTRACT_VERSION: String(contractVersion),
  });
  if (tests !== undefined) {
    await cp(join(ROOT, 'mfe-student/playwright.config.ts'), join(app, 'playwright.config.ts'));
    await mkdir(join(app, 'e2e'));
    await writeFile(join(app, 'e2e/notices.spec.ts'), tests);
  }
  return {
    dist: join(app, 'dist'),
    runTests: (url) => run('@playwright/test/cli.js', ['test', '--reporter=line'], { [BASE_URL]: url }),
    remove: () => rm(folder, { recursive: true }),
  };
};
