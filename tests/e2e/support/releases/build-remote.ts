import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');

const remoteOf = ({ takes }: Release): string => `import * as router from 'react-router-dom';
import { remote as product } from './product.tsx';

const Mark = () => {
  ${takes === undefined ? '' : `router.${takes}();`}
  return <p>{RELEASE}</p>;
};
export const remote = {
  contractVersion: CONTRACT_VERSION,
  Page: (props) => (
    <>
      <Mark />
      <product.Page {...props} />
    </>
  ),
};
`;
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

export interface Release {
  version: string;
  contractVersion: number;
  takes?: string;
  page?: string;
}

export interface BuiltRemote {
  dist: string;
  remove: () => Promise<void>;
}

/** The release shows `Release <version>` on each page. */
export const buildStudentRemote = async (release: Release): Promise<BuiltRemote> => {
  const { version, contractVersion, page } = release;
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const app = join(folder, 'mfe-student');
  const source = (file: string) => join(app, 'src', file);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'mfe-student/src'), join(app, 'src'), { recursive: true });
  await rename(source('remote.tsx'), source('product.tsx'));
  await writeFile(source('remote.tsx'), remoteOf(release));
  if (page !== undefined) {
    await rename(source('pages.ts'), source('product-pages.ts'));
    await writeFile(source('pages.ts'), pagesOf(release));
  }
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
