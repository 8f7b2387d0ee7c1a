import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '@qr-attendance/contracts';
import { serviceNames, type System } from '@qr-attendance/stack';
import { call, createTestAdmin, eventually, startTestSystem } from '@qr-attendance/test-kit';
import { readAlerts, readDashboards, readText } from './observability/read-files.ts';
import { readPromql, type Selector } from './observability/read-promql.ts';

const PROCESSES = ['gateway', ...serviceNames] as const;
/** Metrics of Prometheus itself about its targets, and of kube-state-metrics, with their labels. */
const OF_OTHERS = new Map([
  ['up', ['job', 'instance']],
  ['kube_cronjob_status_last_successful_time', ['namespace', 'cronjob']],
  ['kube_cronjob_created', ['namespace', 'cronjob']],
]);
/**
 * A label that occurs only if an owning service fails during a mark; services/attendance/test/metrics.test.ts causes
 * such a failure.
 */
const ELSEWHERE = 'code="try_again"';

type ExposedMetrics = Map<string, Map<string, Set<string>>>;
const addTo = (exposed: ExposedMetrics, text: string): void => {
  for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const known = exposed.get(metric) ?? new Map<string, Set<string>>();
    exposed.set(metric, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
};

const dashboards = readDashboards();
const alerts = readAlerts();

let web: string;
let system: System;
const exposed: ExposedMetrics = new Map();
const scrape = async (names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const log = await readFile(join(system.dataDir, 'logs', `${name}.log`), 'utf8');
    const line = log.split('\n').findLast((one) => one.includes('"msg":"metrics listening"')) ?? '{}';
    const { port } = JSON.parse(line) as { port?: number };
    addTo(exposed, await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  }
};
const missingIn = ({ metric, labels, equal }: Selector): string[] => {
  const others = OF_OTHERS.get(metric);
  if (others) return labels.filter((label) => !others.includes(label));
  const valuesByLabel = exposed.get(metric);
  if (!valuesByLabel) return [metric];
  const unknown = labels.filter((label) => !valuesByLabel.has(label)).map((label) => `${metric}{${label}}`);
  const never = equal
    .filter(({ label, value }) => valuesByLabel.get(label)?.has(value) === false)
    .filter(({ label, value }) => label !== 'route' || !allRoutes.some(({ path }) => path === value))
    .map(({ label, value }) => `${label}="${value}"`)
    .filter((one) => one !== ELSEWHERE);
  return [...unknown, ...never];
};

const PASSWORD = 'correct horse battery staple';
const post = (path: string, body: unknown, token?: string) =>
  call<{ token: string }>(system.url, 'POST', path, { body, ...(token ? { token } : {}) });

/** Nothing listens at the issuer. */
const failAtProvider = async (): Promise<void> => {
  const email = 'admin@campus.example';
  const token = await createTestAdmin(system, { name: 'Adam Admin', email });
  await post('/api/auth/reset-password', { token, password: PASSWORD });
  const admin = (await post('/api/auth/login', { email, password: PASSWORD })).body;
  const provider = {
    _id: 'uni',
    name: 'Example University',
    issuer: 'http://127.0.0.1:9',
    clientId: 'attendance',
    scopes: 'openid',
    claims: { institutionId: null, name: 'name', email: 'email', role: null },
    roleValues: { staff: [], student: [] },
    unknownPeople: 'create',
  };
  expect(await post('/api/auth/identity-providers', provider, admin.token)).toMatchObject({ status: 201 });
  const path = '/api/auth/identity-providers/uni';
  await call(system.url, 'PATCH', path, { token: admin.token, body: { active: true, version: 1 } });
  const started = await fetch(`${system.url}/api/auth/oidc/uni/start`, { redirect: 'manual' });
  expect(started.headers.get('location')).toContain('provider_unavailable');
};

describe('dashboards and alerts', () => {
  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'qr-observability-'));
    await writeFile(join(web, 'index.html'), '<!doctype html>');
    const env = { METRICS_PORT: '0', LOG_LEVEL: 'info' };
    system = await startTestSystem({
      env: {
        ...Object.fromEntries(serviceNames.map((name) => [name, env])),
        gateway: { ...env, STATIC_SHELL_DIR: web },
      },
    });
    const vitals = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'].map((name) => ({ type: 'vital', name, value: 1 }));
    const reports = vitals.map((vital) => ({ ...vital, app: 'shell', page: '/login' }));
    await fetch(`${system.url}/api/reports`, { method: 'POST', body: JSON.stringify({ reports }) });
    const registered = await post('/api/auth/register', {
      name: 'Anna Huber',
      email: 'anna.huber@campus.example',
      password: PASSWORD,
      userType: 'STUDENT',
      department: 'Computer Science',
      semester: 1,
      usn: '1QR26CS001',
      regNo: 'REG-1',
    });
    expect(registered).toMatchObject({ status: 201 });
    const { token } = registered.body;
    expect((await post('/api/attendance', { ticket: 'made up' }, token)).status).toBe(403);
    expect((await call(system.url, 'GET', '/api/sessions/verify/ABCD2345', { token })).status).toBe(404);
    await failAtProvider();
    await scrape(PROCESSES);
    await system.processes['course']?.stop();
    expect((await call(system.url, 'GET', '/api/courses', { token })).status).toBe(503);
  });
  afterAll(async () => {
    await system.stop();
    await rm(web, { recursive: true, force: true });
  });

  it('use only metrics and labels that running processes expose', async () => {
    const expressions = [
      ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets)),
      ...alerts,
    ].map(({ expr }) => expr);
    expect(expressions.length).toBeGreaterThan(60);
    await eventually(async () => {
      await scrape(PROCESSES.filter((name) => name !== 'course'));
      const missing = expressions.flatMap((expression) => readPromql(expression).flatMap(missingIn));
      expect(missing).toEqual([]);
    });
  });

  it('would be reported if they used unknown metrics', () => {
    const missing = (expression: string) => readPromql(expression).flatMap(missingIn);
    expect(missing('sum(rate(made_up_total[5m]))')).toEqual(['made_up_total']);
    expect(missing('sum by (person) (outbox_depth)')).toEqual(['outbox_depth{person}']);
    expect(missing('breaker_state{state="ajar"} == 1')).toEqual(['state="ajar"']);
    expect(missing('up{pod="x"}')).toEqual(['pod']);
    expect(() => readPromql('sum(rate(up[5m])')).toThrow('no PromQL');
  });

  it('are explained in the manual of metrics', () => {
    const manual = readText('docs/operations/monitoring.md');
    const own = [...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets)), ...alerts]
      .flatMap(({ expr }) => readPromql(expr).map(({ metric }) => metric))
      .filter((metric) => !/^(nodejs|process)_|^up$/.test(metric))
      .map((metric) => metric.replace(/(?<=_seconds|_cls)_(bucket|count|sum)$/, ''));
    for (const metric of own) expect(manual).toContain(`\`${metric}\``);
  });
});

describe('every dashboard', () => {
  it.each(dashboards.map((dashboard) => [dashboard.title, dashboard] as const))(
    '%s describes each panel, without overlaps',
    (_title, { panels }) => {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      for (const { type, description, targets } of panels)
        if (type !== 'row') expect([description !== '', targets.length > 0]).toEqual([true, true]);
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_none, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
    },
  );
});

describe('every alert', () => {
  const sections = readText('docs/operations/alerts.md').split(/^### /m).slice(1);
  it.each(alerts.map((alert) => [alert.alert, alert] as const))(
    '%s has a runbook: meaning, check, action',
    (name, { annotations }) => {
      const section = sections.filter((text) => text.startsWith(`${name}\n`));
      expect(section).toHaveLength(1);
      for (const part of ['_Means:_', '_Check:_', '_Do:_']) expect(section.join()).toContain(part);
      expect(annotations.runbook_url).toBe(`docs/operations/alerts.md#${name.toLowerCase()}`);
    },
  );

  it('has a unique name, and every runbook has an alert', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect(sections.map((text) => text.split('\n')[0]).toSorted()).toEqual(names.toSorted());
  });
});
