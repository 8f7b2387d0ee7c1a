import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gatewayEnvironment, serviceNames } from '@qr-attendance/stack';
import { createCampusClient, startProcess, startServices } from '@qr-attendance/test-kit';

const GATEWAY = join(import.meta.dirname, '../../../../gateway/src/main.ts');

export const startWholeSystem = async ({
  env = {},
  kafka,
}: {
  env?: Record<string, string>;
  kafka?: string | undefined;
}) => {
  const everywhere = Object.fromEntries(serviceNames.map((name) => [name, env]));
  const services = await startServices(serviceNames, { asProcesses: true, env: everywhere, kafka });
  const web = join(dirname(services.logDir), 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html>');
  await writeFile(join(web, 'remotes.json'), '{}');
  const folders = ['SHELL', 'TEACHER', 'STUDENT', 'ATTENDANCE'].map((name) => [`STATIC_${name}_DIR`, web]);
  const gateway = await startProcess(GATEWAY, {
    ...gatewayEnvironment({ urls: services.urls, host: '127.0.0.1', port: 0 }),
    ...(Object.fromEntries(folders) as Record<string, string>),
    ...env,
  });

  return {
    campus: createCampusClient(gateway.url),
    readLog: async (name: 'gateway' | (typeof serviceNames)[number]) =>
      (name === 'gateway' ? gateway.log() : await readFile(join(services.logDir, `${name}.log`), 'utf8'))
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      await gateway.stop();
      await services.stop();
    },
  };
};
export type WholeSystem = Awaited<ReturnType<typeof startWholeSystem>>;
