import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gatewayEnvironment, serviceNames } from '@qr-attendance/stack';
import { createDevice, startProcess, startServices } from '@qr-attendance/test-kit';

const GATEWAY = join(import.meta.dirname, '../../../../gateway/src/main.ts');
const NOTHING_REQUIRED = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};
type Headers = Record<string, string>;
export interface Answer {
  status: number;
  body: Record<string, unknown> & { _id: string; token: string; qrCode: string; ticket: string };
}

/** All services and a gateway with an empty web app, as processes. */
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

  const call = async (
    method: string,
    path: string,
    { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Headers } = {},
  ): Promise<Answer> => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
  };
  const must: typeof call = async (method, path, request) => {
    const answer = await call(method, path, request);
    if (answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const register = async (details: object, headers: Headers = {}) => {
    const email = `${randomUUID()}@campus.example`;
    const form = {
      name: 'Ada Lovelace',
      email,
      password: 'a long walk along the river',
      department: 'Electronics',
    };
    const { body } = await must('POST', '/api/auth/register', { body: { ...form, ...details }, headers });
    return { email, token: body.token, id: (body['user'] as { _id: string })._id };
  };

  return {
    call,
    must,
    registerTeacher: (headers?: Headers) => register({ userType: 'TEACHER', employeeId: 'E1' }, headers),
    registerStudent: async (preferences: object = {}) => {
      const person = await register({ userType: 'STUDENT', usn: 'U1', regNo: 'R1', semester: 3 });
      const { token } = person;
      const device = createDevice();
      const { deviceId, publicKey } = device;
      await must('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
      await must('POST', '/api/auth/register-device', {
        token,
        body: { deviceId, deviceName: 'Phone', publicKey },
      });
      const securityPreferences = { ...NOTHING_REQUIRED, ...preferences };
      await must('POST', '/api/auth/update-security', { token, body: { securityPreferences } });
      return { ...person, device };
    },
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
