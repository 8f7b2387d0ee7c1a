import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';

export const frontends = ['shell', ...areaNames.map((name): `mfe-${AreaName}` => `mfe-${name}`)] as const;
export const servers = [
  'gateway',
  'services/auth',
  'services/course',
  'services/session',
  'services/attendance',
] as const;

export type Deployable = (typeof frontends)[number] | (typeof servers)[number];
export const deployables: readonly Deployable[] = [...frontends, ...servers];

const isFrontend = (name: Deployable): boolean => frontends.some((frontend) => frontend === name);
const parts = (name: Deployable, own: string[], shared: string[]): string[] => [
  ...own.map((part) => `${name}/${part}`),
  ...shared,
  'package-lock.json',
];

/**
 * The inputs of a build, relative to the repository. A test compares them with the dependencies in
 * package.json.
 */
export const buildInputsOf = (name: Deployable): string[] =>
  isFrontend(name)
    ? parts(
        name,
        ['src', 'public', 'rspack.config.ts', 'package.json'],
        [
          'packages/contracts/src',
          'packages/page-start/src',
          'packages/tables/src',
          'packages/web-kit/src',
          'packages/ui-kit/src',
          'packages/tooling/src/rspack',
        ],
      )
    : parts(
        name,
        ['src', 'prisma', 'prisma.config.ts', 'package.json'],
        ['contracts', 'server', 'messaging', 'observability', 'page-start', 'statements', 'tables'].map(
          (part) => `packages/${part}/src`,
        ),
      );

export const imageInputsOf = (name: Deployable): string[] => [
  ...buildInputsOf(name),
  '.dockerignore',
  '.npmrc',
  'package.json',
  ...(isFrontend(name)
    ? ['deploy/docker/web.Dockerfile', 'deploy/docker/nginx.conf']
    : ['deploy/docker/node.Dockerfile', 'deploy/docker/health-check.ts']),
];
