import { deployables, imageInputsOf } from '@qr-attendance/stack';

/** A published part with its own version, which is that of its workspace. */
export interface Published {
  /** As the image, or the chart, is called. */
  name: string;
  workspace: string;
  /** The Dockerfile of the image; the chart has none. */
  dockerfile?: string;
  /** Files and folders it is made of, relative to the repository. */
  inputs: string[];
}

const FRONTEND = /^(?:shell|mfe-)/;
const TOOLBOX = 'deploy/docker/toolbox.Dockerfile';
const toolboxPackages = ['contracts', 'server', 'messaging', 'observability', 'stack', 'cli'].map(
  (name) => `packages/${name}`,
);
/** It runs the services' own programs: migrations, a rehearsal's services, the check of the history. */
const toolboxServices = deployables.filter((workspace) => workspace.startsWith('services/'));

/** The images of the deployables, that of operators' commands, and the chart. */
export const published: readonly Published[] = [
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
      ...[TOOLBOX, '.dockerignore', '.npmrc', 'package.json', 'package-lock.json'],
    ],
  },
  { name: 'chart', workspace: 'deploy', inputs: ['deploy/helm/qr-attendance'] },
];
