import { createLogger, type Logger } from '@qr-attendance/observability';
import { closeServer, listen, readConfig, startProgram } from '@qr-attendance/server';
import { createGateway } from '../../src/app.ts';
import { gatewayConfigSchema } from '../../src/config.ts';
import { gateway } from '../../src/program.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';
import { createWebApp } from './web-app.ts';

export type UpstreamName = 'auth' | 'course' | 'session' | 'attendance';

export interface TestGateway {
  url: string;
  port: number;
  upstreams: Record<UpstreamName, TestUpstream>;
  webApp: string;
  endStreams: () => void;
  stop: () => Promise<void>;
}

export const environmentOf = (
  upstreams: Record<UpstreamName, TestUpstream>,
  webApp: string,
): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  AUTH_URL: upstreams.auth.url,
  COURSE_URL: upstreams.course.url,
  SESSION_URL: upstreams.session.url,
  ATTENDANCE_URL: upstreams.attendance.url,
  STATIC_SHELL_DIR: `${webApp}/shell`,
  STATIC_REMOTES_DIR: `${webApp}/{name}`,
});

export const startUpstreams = async (
  own: Partial<Record<UpstreamName, TestUpstream>> = {},
): Promise<Record<UpstreamName, TestUpstream>> => ({
  auth: own.auth ?? (await startUpstream('auth')),
  course: own.course ?? (await startUpstream('course')),
  session: own.session ?? (await startUpstream('session')),
  attendance: own.attendance ?? (await startUpstream('attendance')),
});

export const startGateway = async (
  settings: Record<string, string | undefined> = {},
  own: Partial<Record<UpstreamName, TestUpstream>> = {},
  log: Logger = createLogger('gateway', 'silent'),
): Promise<TestGateway> => {
  const webApp = await createWebApp();
  const upstreams = await startUpstreams(own);
  const config = readConfig(gatewayConfigSchema, { ...environmentOf(upstreams, webApp.dir), ...settings });
  const { app, watchServer, endStreams, close } = createGateway(config, log);
  const { server, port } = await listen(app, { host: config.HOST, port: config.PORT });
  watchServer(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    upstreams,
    webApp: webApp.dir,
    endStreams,
    stop: async () => {
      endStreams();
      server.closeAllConnections();
      await closeServer(server, 0);
      close();
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
      await webApp.remove();
    },
  };
};

export const startWholeGateway = async (settings: Record<string, string>) => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line.trimEnd()) };
  const { port, stop } = await startProgram(gateway, { env: settings, logTo });
  const portOf = (msg: string): number | undefined =>
    lines.map((line) => JSON.parse(line) as { msg: string; port?: number }).find((line) => line.msg === msg)
      ?.port;
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${portOf('metrics listening')}/metrics`,
    log: () => lines.join('\n'),
    stop,
  };
};
export type WholeGateway = Awaited<ReturnType<typeof startWholeGateway>>;
