import { join, resolve } from 'node:path';
import { installPythonProgram } from '@qr-attendance/stack';
import { describe } from '@jest/globals';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { installGoProgram } from './go-program.ts';
import { manifestSchema, type Manifest } from './manifests.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const HELM = 'v3.22.0';
/** Carries the schemas of all Kubernetes versions up to its own. */
const VALIDATOR = '1.37.0';
/** The oldest that the chart installs on, and the newest two. */
export const KUBERNETES_VERSIONS = ['1.30', '1.36', '1.37'];

export const CHART = join(ROOT, 'deploy', 'helm', 'qr-attendance');
export const EXAMPLES = ['small', 'large', 'air-gapped'] as const;
export const exampleFile = (name: string): string => join(ROOT, 'deploy', 'helm', 'examples', `${name}.yaml`);
/** What the release and its namespace are called in these tests. */
export const RELEASE = 'qr';
export const NAMESPACE = 'attendance';

/** Builds Helm once; minutes the first time. @returns its path, or undefined where Go, or the module, is not to be had */
export const findHelm = (): Promise<string | undefined> =>
  installGoProgram({ name: 'helm', version: HELM, module: 'helm.sh/helm/v3/cmd/helm' });

/** Describes what needs Helm; the title says so where it is skipped. */
export const describeWithHelm = (helm: string | undefined, title: string, suite: () => void): void => {
  if (helm === undefined) describe.skip(`${title} (skipped: no Go here that could build Helm)`, suite);
  else describe(title, suite);
};

/** @returns the program's path, or undefined where Python, or the package, is not to be had */
export const findValidator = (): Promise<string | undefined> =>
  installPythonProgram({
    name: 'kubernetes-validate',
    version: VALIDATOR,
    program: 'kubernetes-validate',
  }).catch(() => undefined);

const NEWEST = KUBERNETES_VERSIONS.at(-1) ?? '';
/** Runs Helm for the newest Kubernetes, with nothing of this machine's own settings. */
export const runHelm = async (
  helm: string,
  ...args: string[]
): Promise<{ ok: boolean; output: string; stdout: string }> => {
  const { exitCode, all, stdout } = await execa(helm, [...args, '--kube-version', NEWEST], {
    env: { HELM_NAMESPACE: NAMESPACE, KUBECONFIG: '/dev/null' },
    all: true,
    reject: false,
    stdin: 'ignore',
  });
  return { ok: exitCode === 0, output: all, stdout };
};

/** @throws Error with what Helm says */
export const renderText = async (helm: string, example: string, ...args: string[]): Promise<string> => {
  const rendered = await runHelm(helm, 'template', RELEASE, CHART, '-f', exampleFile(example), ...args);
  if (!rendered.ok) throw new Error(rendered.output);
  return rendered.stdout;
};

export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((found) => found !== null)
    .map((found) => manifestSchema.parse(found));
