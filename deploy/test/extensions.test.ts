import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  CHART,
  exampleFile,
  describeWithHelm,
  findHelm,
  parseManifests,
  renderText,
  runHelm,
} from './support/helm.ts';
import { ofKind, podsOf, variable, type Manifest } from './support/manifests.ts';

const helm = await findHelm();
const render = async (...args: string[]): Promise<Manifest[]> =>
  parseManifests(await renderText(helm ?? '', 'large', ...args));
const json = (values: Record<string, unknown>): string[] =>
  Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]);
const named = (manifests: Manifest[], kind: string, name: string): Manifest | undefined =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
const podOf = (manifests: Manifest[], component: string) => {
  const pod = podsOf(manifests).find((found) => found.component === component);
  if (pod === undefined) throw new Error(`no pod of ${component}`);
  return pod;
};

const PARTS = [
  'gateway',
  'auth',
  'course',
  'session',
  'attendance',
  'shell',
  'mfe-teacher',
  'mfe-teacher-1-4-0',
];

describeWithHelm(helm, 'what an installation adds to pods', () => {
  const common = {
    podAnnotations: { 'campus.example/all': 'yes' },
    podLabels: { 'campus.example/owner': 'campus' },
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    extraEnv: [{ name: 'HTTPS_PROXY', value: 'http://proxy.campus.example:3128' }],
    extraVolumes: [{ name: 'shared', emptyDir: { sizeLimit: '1Mi' } }],
    extraVolumeMounts: [{ name: 'shared', mountPath: '/shared', readOnly: true }],
    serviceAccount: { annotations: { 'campus.example/role': 'all' } },
  };
  const container = (name: string) => ({
    name,
    image: 'registry.campus.example/agent:1.0.0',
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: {
      requests: {
        cpu: '10m',
        memory: '16Mi',
      },
      limits: { memory: '32Mi' },
    },
  });
  const own = {
    podAnnotations: { 'campus.example/all': 'no', 'campus.example/own': 'yes' },
    nodeSelector: { 'campus.example/pool': 'fast' },
    tolerations: [{ key: 'campus.example/pool', operator: 'Exists' }],
    priorityClassName: 'campus-first',
    affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    extraEnv: [{ name: 'OWN', value: 'yes' }],
    initContainers: [container('before')],
    extraContainers: [container('beside')],
    serviceAccount: { annotations: { 'campus.example/role': 'auth' } },
    service: { labels: { 'campus.example/service': 'yes' }, annotations: { 'campus.example/mesh': 'on' } },
  };
  let all: Manifest[];
  beforeAll(async () => {
    const ofAuth = Object.entries(own).map(([key, value]) => [`services.auth.${key}`, value]);
    all = await render(...json({ common, ...Object.fromEntries(ofAuth) }));
  });

  it.each([...PARTS, 'migrate-auth', 'toolbox', 'backup'])('common additions appear in %s', (component) => {
    const { spec, containers, labels } = podOf(all, component);
    expect(labels).toMatchObject({
      ...common.podLabels,
      'app.kubernetes.io/component': component,
    });
    const [main] = component === 'auth' ? containers.slice(1) : containers;
    expect(main?.env).toContainEqual(common.extraEnv[0]);
    expect(spec.volumes).toContainEqual(common.extraVolumes[0]);
    expect(main?.volumeMounts).toContainEqual(common.extraVolumeMounts[0]);
  });

  it('additions to one part appear in that part only', () => {
    const auth = podOf(all, 'auth');
    expect(auth.spec).toMatchObject({
      nodeSelector: own.nodeSelector,
      tolerations: own.tolerations,
      priorityClassName: 'campus-first',
      affinity: own.affinity,
    });
    expect(auth.containers.map(({ name }) => name)).toEqual(['before', 'auth', 'beside']);
    expect(variable(auth, 'OWN')).toBe('yes');
    const template = z.looseObject({
      template: z.looseObject({ metadata: z.looseObject({ annotations: z.unknown() }) }),
    });
    const annotationsOf = (name: string) =>
      template.parse(named(all, 'Deployment', name)?.spec).template.metadata.annotations;
    expect(annotationsOf('qr-auth')).toEqual(own.podAnnotations);
    expect(annotationsOf('qr-course')).toEqual(common.podAnnotations);
    const course = podOf(all, 'course');
    expect(course.spec).toMatchObject({ affinity: common.affinity, priorityClassName: 'campus-important' });
    expect(course.spec['nodeSelector']).toBeUndefined();
    expect(course.containers.map(({ name }) => name)).toEqual(['course']);
    expect(named(all, 'ServiceAccount', 'qr-auth')?.metadata.annotations).toEqual(
      own.serviceAccount.annotations,
    );
    expect(named(all, 'ServiceAccount', 'qr-course')?.metadata.annotations).toEqual(
      common.serviceAccount.annotations,
    );
    for (const { metadata } of all.filter(
      ({ kind, metadata: { name } }) => kind === 'ServiceAccount' && name !== 'qr-auth',
    ))
      expect(metadata.annotations).toMatchObject(common.serviceAccount.annotations);
    const service = named(all, 'Service', 'qr-auth')?.metadata;
    expect(service?.labels).toMatchObject(own.service.labels);
    expect(service?.annotations).toEqual(own.service.annotations);
  });

  it('extra containers are not added to a migration, which would never end', () => {
    expect(podOf(all, 'migrate-auth').containers).toHaveLength(1);
  });

  it.each([
    [
      'a label that the chart uses as a selector',
      { 'common.podLabels': { 'app.kubernetes.io/component': 'x' } },
    ],
    ['a variable without a name', { 'common.extraEnv': [{ value: 'x' }] }],
    ['a container without an image', { 'gateway.extraContainers': [{ name: 'x' }] }],
    ['a relative path', { 'common.extraVolumeMounts': [{ name: 'x', mountPath: 'x' }] }],
    ['a public Service for auth', { 'services.auth.service': { type: 'LoadBalancer' } }],
    ['an affinity without rules', { 'common.affinity': { podAfinity: {} } }],
    ['an unknown effect', { 'scheduling.tolerations': [{ effect: 'Never' }] }],
    ['root', { 'podSecurity.runAsUser': 0 }],
    ['the address of a single host', { 'network.listenAddress': '10.0.0.1' }],
    ['a route without a Gateway', { httpRoute: { enabled: true, parentRefs: [] } }],
  ])('an addition is rejected if it is %s', async (_what, values) => {
    const args = ['qr', CHART, '-f', exampleFile('large'), ...json(values)];
    const { ok, output } = await runHelm(helm ?? '', 'template', ...args);
    expect({ ok, output }).toMatchObject({ ok: false });
    expect(output).toContain("values don't meet the specifications of the schema");
  });
});

describeWithHelm(helm, 'a cluster that differs', () => {
  it('the chart can let the platform choose the user ID, as OpenShift does with restricted-v2', async () => {
    const nobody = { runAsUser: null, runAsGroup: null, fsGroup: null };
    for (const { spec, name, containers } of podsOf(await render(...json({ podSecurity: nobody })))) {
      expect({ name, context: spec.securityContext }).toEqual({
        name,
        context: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext } of containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(securityContext.runAsUser).toBeUndefined();
      }
    }
  });

  it('the chart can use IPv6', async () => {
    const network = { listenAddress: '::', ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6', 'IPv4'] };
    const all = await render(...json({ network }));
    expect(variable(podOf(all, 'gateway'), 'HOST')).toBe('::');
    for (const { spec } of ofKind(all, 'Service'))
      expect(spec).toMatchObject({ ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6', 'IPv4'] });
    const { spec, containers } = podOf(all, 'shell');
    expect(spec.volumes).toContainEqual({ name: 'listen', configMap: { name: 'qr-listen' } });
    const mount = containers[0]?.volumeMounts.find(({ name }) => name === 'listen')?.mountPath ?? '?';
    const nginx = await readFile(join(CHART, '../../docker/nginx.conf'), 'utf8');
    expect(nginx).toContain(`include ${mount}/*.conf;`);
    expect(named(all, 'ConfigMap', 'qr-listen')?.['data']).toEqual({ 'ipv6.conf': 'listen [::]:8080;' });
  });

  it('the chart can expose the gateway with a Gateway, or with its own load balancer', async () => {
    const parentRefs = [{ name: 'campus', namespace: 'gateways', sectionName: 'https' }];
    const values = { ingress: { enabled: false }, httpRoute: { enabled: true, parentRefs } };
    const all = await render(...json(values));
    expect(ofKind(all, 'Ingress')).toEqual([]);
    expect(ofKind(all, 'HTTPRoute')).toMatchObject([
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        spec: {
          parentRefs,
          hostnames: ['attendance.campus.example'],
          rules: [{ backendRefs: [{ name: 'qr-gateway', port: 3000 }] }],
        },
      },
    ]);
    const service = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };
    const balanced = await render(...json({ 'gateway.service': service }));
    const open = ofKind(balanced, 'Service').filter(
      ({ spec }) => z.looseObject({ type: z.string() }).parse(spec).type !== 'ClusterIP',
    );
    expect(open).toMatchObject([{ metadata: { name: 'qr-gateway' }, spec: service }]);
  });

  it('the chart can provide monitoring objects for the Prometheus operator and Grafana', async () => {
    const on = { enabled: true, labels: { release: 'campus' } };
    const all = await render(
      ...json({
        'monitoring.podMonitor': on,
        'monitoring.prometheusRule': on,
        'monitoring.dashboards': { enabled: true },
      }),
    );
    const [monitor] = ofKind(all, 'PodMonitor');
    const example = z
      .looseObject({ spec: z.looseObject({ jobLabel: z.string(), podMetricsEndpoints: z.unknown() }) })
      .parse(parse(await readFile(join(CHART, '../examples/operators/prometheus.yaml'), 'utf8')));
    const { jobLabel, podMetricsEndpoints } = example.spec;
    expect(monitor?.spec).toMatchObject({ jobLabel, podMetricsEndpoints });
    expect(monitor?.metadata.labels).toMatchObject(on.labels);
    const observability = join(CHART, '../../observability');
    const [rule] = ofKind(all, 'PrometheusRule');
    expect(rule?.spec).toEqual(parse(await readFile(join(observability, 'rules/alerts.yml'), 'utf8')));
    const dashboards = ofKind(all, 'ConfigMap').filter(
      ({ metadata }) => 'grafana_dashboard' in metadata.labels,
    );
    expect(dashboards).toHaveLength(3);
    for (const { data } of dashboards)
      for (const [file, text] of Object.entries(z.record(z.string(), z.string()).parse(data)))
        expect(text).toBe(await readFile(join(observability, 'dashboards', file), 'utf8'));
  });

  it('adds no optional objects by default', async () => {
    const kinds = new Set((await render()).map(({ kind }) => kind));
    for (const kind of ['HTTPRoute', 'PodMonitor', 'PrometheusRule']) expect(kinds).not.toContain(kind);
  });
});
