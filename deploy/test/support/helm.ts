import { join, resolve } from 'node:path';
import { installPythonProgram } from '@qr-attendance/stack';
import { describe } from '@jest/globals';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { installGoProgram } from './go-program.ts';
import { manifestSchema, type Manifest } from './manifests.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const HELM = 'v3.22.0';
const VALIDATOR = '1.37.0';
export const KUBERNETES_VERSIONS = ['1.30', '1.36', '1.37'];

export const CHART = join(ROOT, 'deploy', 'helm', 'qr-attendance');
export const EXAMPLES = ['small', 'large', 'air-gapped'] as const;
export const exampleFile = (name: string): string => join(ROOT, 'deploy', 'helm', 'examples', `${name}.yaml`);
export const RELEASE = 'qr';
export const NAMESPACE = 'attendance';

export const findHelm = (): Promise<string | undefined> =>
  installGoProgram({ name: 'helm', version: HELM, module: 'helm.sh/helm/v3/cmd/helm' });

export const describeWithHelm = (helm: string | undefined, title: string, suite: () => void): void => {
  if (helm === undefined) describe.skip(`${title} (skipped: Helm cannot be built without Go)`, suite);
  else describe(title, suite);
};

export const findValidator = (): Promise<string | undefined> =>
  installPythonProgram({
    name: 'kubernetes-validate',
    version: VALIDATOR,
    program: 'kubernetes-validate',
  }).catch(() => undefined);

const NEWEST = KUBERNETES_VERSIONS.at(-1) ?? '';
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
