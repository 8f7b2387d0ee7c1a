import { writeFile } from 'node:fs/promises';
import { createCommandLine, parseCommandLine, resolveGiven } from '@qr-attendance/server/command-line';
import {
  createSecrets,
  rotatedSecrets,
  rotateSecret,
  rotationSteps,
  type Secrets,
  StartError,
} from '@qr-attendance/stack';
import { stringify } from 'yaml';
import { readSecretFile, toSecretData } from './secret-file.ts';

const program = createCommandLine(
  'npm run admin -- secrets kubernetes',
  'Creates the secrets of a system on Kubernetes, or replaces one of them (docs/operations/secrets.md).',
)
  .option('--name <name>', 'name of the Secret (default: qr-attendance)')
  .option('--namespace <namespace>', 'namespace of the Secret (default: attendance)')
  .option('--output <file>', 'new file; - prints them', 'kubernetes-secrets.yaml')
  .option('--from <file>', 'file of the secrets in use, of which one is replaced')
  .option('--rotate <secret>', `the secret to replace: ${rotatedSecrets.join(', ')}`)
  .option('--step <step>', `the step of the replacement: ${rotationSteps.join(', ')}`);
parseCommandLine(program);
const values = program.opts();

const write = async (text: string): Promise<void> => {
  if (values.output === '-') {
    process.stdout.write(text);
    return;
  }
  const file = resolveGiven(values.output);
  try {
    // Never overwrites an existing file, because its secrets belong to existing databases.
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    console.log(
      `New keys are in ${file} now. Next: kubectl create -f ${values.output}, then keep the file safe.`,
    );
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    console.error(
      isThere
        ? `${file} is there already and stays as it is; a system that was set up with its keys needs them.`
        : `${file} cannot be written: ${(error as Error).message}`,
    );
    process.exit(1);
  }
};

const failed = (message: string): never => {
  console.error(message);
  process.exit(1);
};

/** Creates new secrets, or rotates the secrets of an existing file by one step (docs/operations/secrets.md). */
const createOrRotate = async (): Promise<{ secrets: Secrets; namespace: string | undefined }> => {
  const { from, rotate, step } = values;
  if (from === undefined && rotate === undefined && step === undefined)
    return { secrets: createSecrets(), namespace: values.namespace };
  const name = rotatedSecrets.find((known) => known === rotate);
  const wanted = rotationSteps.find((known) => known === step);
  if (from === undefined || name === undefined || wanted === undefined || values.name === undefined)
    return failed(
      `A change needs --from <earlier file>, --name <of the new Secret>, --rotate ${rotatedSecrets.join('|')} and --step ${rotationSteps.join('|')}.`,
    );
  try {
    const read = await readSecretFile(resolveGiven(from));
    const secrets = rotateSecret(read.secrets, name, wanted);
    return { secrets, namespace: values.namespace ?? read.namespace };
  } catch (error) {
    if (error instanceof StartError) return failed(error.message);
    return failed(`${from} cannot be read, or is no file of this command.`);
  }
};

const { secrets, namespace = 'attendance' } = await createOrRotate();
await write(
  stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: values.name ?? 'qr-attendance', namespace },
    type: 'Opaque',
    // Immutable, because replacing a secret in use would sign everybody out and invalidate every PIN. A
    // rotation creates a new Secret.
    immutable: true,
    stringData: toSecretData(secrets),
  }),
);
