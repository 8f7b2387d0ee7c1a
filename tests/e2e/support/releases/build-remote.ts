import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');

/** What a release changes: here, a mark above each page. */
const REMOTE = `import { remote as product } from './product.tsx';

export const remote = {
  contractVersion: CONTRACT_VERSION,
  Page: (props) => (
    <>
      <p>{RELEASE}</p>
      <product.Page {...props} />
    </>
  ),
};
`;
const CONFIG = `import { remoteConfig } from '@qr-attendance/tooling/rspack';
import { rspack } from '@rspack/core';

const { RELEASE, CONTRACT_VERSION } = process.env;
const config = remoteConfig({ name: 'student', dir: import.meta.dirname });
const define = new rspack.DefinePlugin({ RELEASE: JSON.stringify(RELEASE), CONTRACT_VERSION });
export default { ...config, plugins: [...config.plugins, define] };
`;

export interface BuiltRemote {
  dist: string;
  remove: () => Promise<void>;
}

/** Builds the students' remote, from a copy of its sources, as a release that shows `Release <version>` on each page. */
export const buildStudentRemote = async (version: string, contractVersion: number): Promise<BuiltRemote> => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const app = join(folder, 'mfe-student');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'mfe-student/src'), join(app, 'src'), { recursive: true });
  await rename(join(app, 'src/remote.tsx'), join(app, 'src/product.tsx'));
  await writeFile(join(app, 'src/remote.tsx'), REMOTE);
  await writeFile(join(app, 'rspack.config.ts'), CONFIG);
  const description = JSON.parse(await readFile(join(ROOT, 'mfe-student/package.json'), 'utf8')) as object;
  await writeFile(join(app, 'package.json'), JSON.stringify({ ...description, version }));
  await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'],
    {
      cwd: app,
      env: { ...process.env, RELEASE: `Release ${version}`, CONTRACT_VERSION: String(contractVersion) },
    },
  );
  return { dist: join(app, 'dist'), remove: () => rm(folder, { recursive: true }) };
};
