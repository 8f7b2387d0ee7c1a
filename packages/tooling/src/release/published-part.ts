import { deployables, imageInputsOf } from '@qr-attendance/stack';

export interface PublishedPart {
  name: string;
  workspace: string;
  dockerfile?: string;
  inputs: string[];
}

const FRONTEND = /^(?:shell|mfe-)/;
const TOOLBOX = 'deploy/docker/toolbox.Dockerfile';
const toolboxPackages = [
  'contracts',
  'server',
  'messaging',
  'observability',
  'statements',
  'tables',
  'stack',
  'cli',
].map((name) => `packages/${name}`);
/** The toolbox runs programs of all services: migrations, rehearsals, and the check of the audit log. */
const toolboxServices = deployables.filter((workspace) => workspace.startsWith('services/'));

export const published: readonly PublishedPart[] = [
  ...deployables.map((workspace) => ({
    name: workspace.replace('services/', ''),
    workspace,
    dockerfile: `deploy/docker/${FRONTEND.test(workspace) ? 'web' : 'node'}.Dockerfile`,
    inputs: imageInputsOf(workspace),
  })),
  {
    name: 'toolbox',
    workspace: 'packages/cli',
    dockerfile: TOOLBOX,
    inputs: [
      ...toolboxPackages.flatMap((folder) => [`${folder}/src`, `${folder}/package.json`]),
      ...toolboxServices.flatMap(imageInputsOf),
      TOOLBOX,
      '.dockerignore',
      '.npmrc',
      'package.json',
      'package-lock.json',
    ],
  },
  { name: 'chart', workspace: 'deploy', inputs: ['deploy/helm/qr-attendance'] },
];
