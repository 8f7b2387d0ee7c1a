import { remoteReleaseSchema } from '@qr-attendance/contracts';
import { z } from 'zod';
import { change, CONTAINER, POD, without } from '../support/change.ts';
import { isProcess, ofKind, podsOf, variable, type Manifest, type Pod } from '../support/manifests.ts';
import { demand, type Policy } from '../support/policy.ts';

const AUTH = ['Deployment', 'qr-auth'] as const;
const SHELL = ['Deployment', 'qr-shell'] as const;
const GATEWAY = ['Deployment', 'qr-gateway'] as const;
const SERVICES = ['auth', 'course', 'session', 'attendance'];

/** A process exits at most 18 s after the stop signal; a web server after it has completed its answers. */
const STOP_SECONDS = { process: 20, webServer: 10 };

const deployed = (manifests: Manifest[]): Pod[] =>
  podsOf(manifests).filter(({ kind }) => kind === 'Deployment');

const labels = z.record(z.string(), z.string());
const deploymentSpec = z.looseObject({
  replicas: z.number().optional(),
  selector: z.object({ matchLabels: labels }),
  strategy: z.looseObject({ rollingUpdate: z.looseObject({ maxUnavailable: z.number() }) }),
});
const budgetSpec = z.looseObject({ maxUnavailable: z.number(), selector: z.object({ matchLabels: labels }) });
const scalerSpec = z.looseObject({
  scaleTargetRef: z.object({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
  minReplicas: z.number(),
  maxReplicas: z.number(),
});
const serviceSpec = z.looseObject({
  type: z.string().default('ClusterIP'),
  selector: labels,
  ports: z.array(z.looseObject({ port: z.number(), targetPort: z.string() })),
});
const ingressSpec = z.looseObject({
  tls: z.array(z.object({ hosts: z.array(z.string()), secretName: z.string() })).default([]),
  rules: z.array(
    z.object({
      host: z.string(),
      http: z.object({
        paths: z.array(
          z.object({
            path: z.string(),
            pathType: z.string(),
            backend: z.object({ service: z.looseObject({ name: z.string() }) }),
          }),
        ),
      }),
    }),
  ),
});

const selects = (selector: Record<string, string>, pod: Pod): boolean =>
  Object.entries(selector).every(([key, value]) => pod.labels[key] === value);
const selectedBy = (selector: Record<string, string>, manifests: Manifest[]): string =>
  podsOf(manifests)
    .filter((pod) => selects(selector, pod))
    .map(({ name }) => name)
    .join();

const webServers = (manifests: Manifest[]): Map<string, string> => {
  const gateway = deployed(manifests).find(({ component }) => component === 'gateway');
  const listed = gateway && variable(gateway, 'STATIC_REMOTE_URLS');
  const map = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === 'qr-remotes');
  const { 'servers.json': further = '{}' } = z.record(z.string(), z.string()).parse(map?.['data'] ?? {});
  return new Map([
    ...(listed ?? '').split(',').map((part) => part.split('=') as [string, string]),
    ...Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(further))),
  ]);
};

export const operationPolicies: Policy[] = [
  {
    name: 'every deployed container is probed: alive by itself, ready with what it needs',
    check: (manifests) =>
      demand(
        deployed(manifests),
        (pod) =>
          pod.containers.every(
            ({ startupProbe, readinessProbe, livenessProbe }) =>
              startupProbe?.httpGet.path === '/healthz' &&
              readinessProbe?.httpGet.path === (isProcess(pod) ? '/readyz' : '/healthz') &&
              // An unavailable database must not restart all pods.
              livenessProbe?.httpGet.path === '/healthz',
          ),
        'is not probed as it should be',
      ),
    violations: {
      'none for readiness': (all) => change(all, AUTH, [...CONTAINER, 'readinessProbe'], undefined),
      'none for the start': (all) => change(all, SHELL, [...CONTAINER, 'startupProbe'], undefined),
      'restarted with its database': (all) =>
        change(all, AUTH, [...CONTAINER, 'livenessProbe', 'httpGet', 'path'], '/readyz'),
      'ready without its database': (all) =>
        change(all, AUTH, [...CONTAINER, 'readinessProbe', 'httpGet', 'path'], '/healthz'),
    },
  },
  {
    name: 'no request is lost when a pod stops',
    check: (manifests) =>
      demand(
        deployed(manifests),
        (pod) => {
          const sleep = pod.containers[0]?.lifecycle?.preStop.sleep?.seconds ?? 0;
          const pause = Number(variable(pod, 'SHUTDOWN_PAUSE_MS') ?? 0);
          const stop = isProcess(pod) ? STOP_SECONDS.process : STOP_SECONDS.webServer;
          return sleep >= 1 && pause <= 5_000 && pod.spec.terminationGracePeriodSeconds >= sleep + stop;
        },
        'is cut off',
      ),
    violations: {
      'no sleep': (all) => change(all, AUTH, [...CONTAINER, 'lifecycle'], undefined),
      'killed early': (all) => change(all, AUTH, [...POD, 'terminationGracePeriodSeconds'], 20),
      'a web server killed early': (all) => change(all, SHELL, [...POD, 'terminationGracePeriodSeconds'], 5),
    },
  },
  {
    name: 'deployments survive the loss of a node, and hinder nobody who repairs one',
    check: (manifests) => {
      const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => budgetSpec.parse(spec));
      return ofKind(manifests, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
        const { selector, strategy } = deploymentSpec.parse(spec);
        const pod = podsOf(manifests).find((found) => found.kind === 'Deployment' && found.name === name);
        const keys = pod?.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey) ?? [];
        const own = budgets.filter((budget) => pod && selects(budget.selector.matchLabels, pod));
        return [
          ...(own.length === 1 && own[0]?.maxUnavailable === 1 ? [] : [`${name} has no budget of its own`]),
          ...(keys.includes('kubernetes.io/hostname') && keys.includes('topology.kubernetes.io/zone')
            ? []
            : [`${name} is not spread`]),
          ...(strategy.rollingUpdate.maxUnavailable === 0 ? [] : [`${name} is short of pods in a rollout`]),
          ...(selectedBy(selector.matchLabels, manifests) === name ? [] : [`${name} chooses pods of others`]),
        ];
      });
    },
    violations: {
      'no budget': (all) => without(all, ['PodDisruptionBudget', 'qr-auth']),
      'a budget that forbids': (all) =>
        change(all, ['PodDisruptionBudget', 'qr-auth'], ['spec', 'maxUnavailable'], 0),
      'a budget of another': (all) =>
        change(
          all,
          ['PodDisruptionBudget', 'qr-auth'],
          ['spec', 'selector', 'matchLabels', 'app.kubernetes.io/component'],
          'course',
        ),
      'all on one node': (all) =>
        change(all, AUTH, [...POD, 'topologySpreadConstraints', 0, 'topologyKey'], 'kubernetes.io/os'),
      'fewer in a rollout': (all) =>
        change(all, SHELL, ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'], 1),
      'too wide a choice': (all) =>
        change(all, SHELL, ['spec', 'selector', 'matchLabels'], {
          'app.kubernetes.io/part-of': 'qr-attendance',
        }),
    },
  },
  {
    name: 'every deployment says how many pods it has, within the bounds of its autoscaler',
    check: (manifests) => {
      const scalers = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => scalerSpec.parse(spec));
      return ofKind(manifests, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
        const scaler = scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === name);
        const { replicas } = deploymentSpec.parse(spec);
        if (replicas === undefined) return [`${name} says no number`];
        return !scaler || (scaler.minReplicas <= replicas && replicas <= scaler.maxReplicas)
          ? []
          : [`${name} has ${replicas}, which its autoscaler forbids`];
      });
    },
    violations: {
      'no number': (all) => change(all, ['Deployment', 'qr-course'], ['spec', 'replicas'], undefined),
      'fewer than the autoscaler keeps': (all) => [
        ...all,
        {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'second', labels: {}, annotations: {} },
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'qr-course' },
            minReplicas: 5,
            maxReplicas: 9,
          },
        },
      ],
    },
  },
  {
    name: 'the Ingress leads to the gateway alone, over TLS, and nothing else is open to the outside',
    check: (manifests) => [
      ...ofKind(manifests, 'Ingress').flatMap(({ spec }) => {
        const { tls, rules } = ingressSpec.parse(spec);
        const secured = new Set(tls.flatMap(({ hosts }) => hosts));
        return [
          ...rules.filter(({ host }) => !secured.has(host)).map(({ host }) => `${host} has no TLS`),
          ...rules
            .flatMap(({ http }) => http.paths)
            .filter(({ backend }) => backend.service.name !== 'qr-gateway')
            .map(({ path }) => `${path} leads past the gateway`),
        ];
      }),
      ...ofKind(manifests, 'Service').flatMap(({ metadata: { name }, spec }) => {
        const { type, selector, ports } = serviceSpec.parse(spec);
        return [
          ...(type === 'ClusterIP' ? [] : [`${name} is open to the outside`]),
          ...(selectedBy(selector, manifests) === name ? [] : [`${name} leads to others`]),
          ...(ports.every(({ targetPort }) => targetPort === 'http') ? [] : [`${name} has metrics`]),
        ];
      }),
    ],
    violations: {
      'no TLS': (all) => change(all, ['Ingress', 'qr'], ['spec', 'tls'], undefined),
      'TLS for another host': (all) =>
        change(all, ['Ingress', 'qr'], ['spec', 'tls', 0, 'hosts'], ['other.example']),
      'past the gateway': (all) =>
        change(
          all,
          ['Ingress', 'qr'],
          ['spec', 'rules', 0, 'http', 'paths', 0, 'backend', 'service', 'name'],
          'qr-auth',
        ),
      'a port of every node': (all) => change(all, ['Service', 'qr-auth'], ['spec', 'type'], 'NodePort'),
      'metrics of all pods': (all) =>
        change(all, ['Service', 'qr-auth'], ['spec', 'ports', 0, 'targetPort'], 'metrics'),
    },
  },
  {
    name: 'the gateway believes the proxies in front and nobody else, and cookies stay with https',
    check: (manifests) => [
      ...demand(
        deployed(manifests).filter(({ component }) => component === 'gateway'),
        (pod) => /^[1-9]$|^(?=.*[.:])[0-9a-f./:, ]+$/.test(variable(pod, 'TRUST_PROXY') ?? ''),
        'believes nobody, or everybody',
      ),
      ...demand(
        deployed(manifests),
        (pod) =>
          variable(pod, 'COOKIE_SECURE') !== 'false' &&
          !(variable(pod, 'PUBLIC_ORIGINS') ?? '').includes('http:'),
        'uses plain http',
      ),
    ],
    violations: {
      everybody: (all) => setVariable(all, GATEWAY, 'TRUST_PROXY', 'true'),
      nobody: (all) => setVariable(all, GATEWAY, 'TRUST_PROXY', '0'),
      'plain http': (all) => setVariable(all, AUTH, 'PUBLIC_ORIGINS', 'http://attendance.campus.example'),
    },
  },
  {
    name: 'migrations and topics come before every version, with all they need',
    check: (manifests) => {
      const hookOf = (kind: string, name: string) => {
        const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
        const { 'helm.sh/hook': hook, 'helm.sh/hook-weight': weight } = found?.metadata.annotations ?? {};
        const on = hook?.split(',') ?? [];
        return { on: on.includes('pre-install') && on.includes('pre-upgrade'), weight: Number(weight) };
      };
      return SERVICES.flatMap((service) => {
        const name = `qr-migrate-${service}`;
        const pod = podsOf(manifests).find((found) => found.kind === 'Job' && found.name === name);
        const job = hookOf('Job', name);
        const needs = [hookOf('ServiceAccount', 'qr-migrate'), hookOf('NetworkPolicy', name)];
        const image = (found?: Pod) => found?.containers[0]?.image;
        const process = deployed(manifests).find(({ component }) => component === service);
        return [
          ...(pod && job.on ? [] : [`${name} does not run`]),
          ...(needs.every(({ on, weight }) => on && weight < job.weight)
            ? []
            : [`${name} runs before what it needs`]),
          ...(pod?.containers[0]?.command.at(-1) === `services/${service}/src/migrate.ts`
            ? []
            : [`${name} runs something else`]),
          ...(image(pod) === image(process) ? [] : [`${name} is of another version`]),
        ];
      });
    },
    violations: {
      'no job': (all) => without(all, ['Job', 'qr-migrate-session']),
      'at the first install only': (all) =>
        change(all, ['Job', 'qr-migrate-auth'], ['metadata', 'annotations', 'helm.sh/hook'], 'pre-install'),
      'too early': (all) =>
        change(all, ['Job', 'qr-migrate-auth'], ['metadata', 'annotations', 'helm.sh/hook-weight'], '-20'),
      'another version': (all) =>
        change(all, ['Job', 'qr-migrate-auth'], [...CONTAINER, 'image'], 'qr-attendance/auth:0.9.0'),
      'another program': (all) =>
        change(all, ['Job', 'qr-migrate-auth'], [...CONTAINER, 'command', 1], 'services/auth/src/main.ts'),
    },
  },
  {
    name: 'nothing is left behind by an uninstall: Helm removes no hook by itself',
    check: (manifests) => {
      const hooks = manifests.filter(({ metadata }) => 'helm.sh/hook' in metadata.annotations);
      const policyOf = ({ metadata }: Manifest) => metadata.annotations['helm.sh/hook-delete-policy'] ?? '';
      const goesByItself = (hook: Manifest) => policyOf(hook).includes('hook-succeeded');
      const endsBySelf = z.looseObject({ ttlSecondsAfterFinished: z.number() });
      return hooks.flatMap((hook) => {
        const replaced = hooks.some(
          (other) =>
            other.kind === hook.kind &&
            other.metadata.name === hook.metadata.name &&
            other.metadata.annotations['helm.sh/hook'] === 'post-delete' &&
            policyOf(other).includes('before-hook-creation') &&
            goesByItself(other),
        );
        const stays = !goesByItself(hook) && !replaced;
        const staysFailed = hook.kind === 'Job' && !endsBySelf.safeParse(hook.spec).success;
        return stays || staysFailed ? [`${hook.kind} ${hook.metadata.name} stays`] : [];
      });
    },
    violations: {
      'an account': (all) =>
        change(
          all,
          ['ServiceAccount', 'qr-migrate'],
          ['metadata', 'annotations', 'helm.sh/hook-delete-policy'],
          'before-hook-creation',
        ),
      'a failed migration': (all) =>
        change(all, ['Job', 'qr-migrate-auth'], ['spec', 'ttlSecondsAfterFinished'], undefined),
      'the last test': (all) =>
        all.filter(({ metadata }) => metadata.labels['app.kubernetes.io/component'] !== 'cleanup'),
    },
  },
  {
    name: 'the toolbox runs when somebody asks for it, backups one at a time by the clock, and all of them end',
    check: (manifests) => {
      const job = (more: z.ZodRawShape) =>
        z.looseObject({
          spec: z.looseObject({ activeDeadlineSeconds: z.number().max(172_800), ...more }),
        });
      const onDemand = z.looseObject({
        suspend: z.literal(true),
        jobTemplate: job({ ttlSecondsAfterFinished: z.number() }),
      });
      const byTheClock = z.looseObject({
        concurrencyPolicy: z.literal('Forbid'),
        timeZone: z.string(),
        jobTemplate: job({ backoffLimit: z.number().max(3) }),
      });
      return ofKind(manifests, 'CronJob')
        .filter(({ metadata, spec }) => {
          const isToolbox = metadata.labels['app.kubernetes.io/component'] === 'toolbox';
          return !(isToolbox ? onDemand : byTheClock).safeParse(spec).success;
        })
        .map(({ metadata }) => `${metadata.name} runs by itself, beside itself, or without an end`);
    },
    violations: {
      'by the clock': (all) => [
        ...all,
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          metadata: { name: 'second', labels: {}, annotations: {} },
          spec: { schedule: '* * * * *', jobTemplate: { spec: {} } },
        },
      ],
    },
  },
  {
    name: 'the pod of the last test stays until its log has been read',
    check: (manifests) =>
      manifests
        .filter(({ metadata: { annotations } }) => annotations['helm.sh/hook'] === 'test')
        .filter(({ metadata }) =>
          metadata.annotations['helm.sh/hook-delete-policy']?.includes('hook-succeeded'),
        )
        .map(({ metadata }) => `${metadata.name} is gone before helm test --logs reads it`),
    violations: {
      'gone at once': (all) =>
        change(
          all,
          ['Pod', 'qr-test'],
          ['metadata', 'annotations', 'helm.sh/hook-delete-policy'],
          'before-hook-creation,hook-succeeded',
        ),
    },
  },
  {
    name: 'remotes.json is a ConfigMap that running gateways see change, and all in it is served',
    check: (manifests) => {
      const gateway = deployed(manifests).find(({ component }) => component === 'gateway');
      const file = (gateway && variable(gateway, 'REMOTES_FILE')) ?? '';
      const mount = gateway?.containers[0]?.volumeMounts.find(({ mountPath }) =>
        file.startsWith(`${mountPath}/`),
      );
      const volume = gateway?.spec.volumes.find(({ name }) => name === mount?.name);
      const map = ofKind(manifests, 'ConfigMap').find(
        ({ metadata }) => JSON.stringify(volume?.['configMap']) === JSON.stringify({ name: metadata.name }),
      );
      const data = z.object({ 'remotes.json': z.string() }).safeParse(map?.['data']);
      if (!mount || mount.subPath !== undefined || !data.success) return ['the list is not a mounted folder'];
      const servers = webServers(manifests);
      const services = new Set(
        ofKind(manifests, 'Service').map(({ metadata }) => `http://${metadata.name}:8080`),
      );
      const listed: unknown = JSON.parse(data.data['remotes.json']);
      const remotes = z.record(z.string(), remoteReleaseSchema).parse(listed);
      const entries = Object.values(remotes).flatMap(({ entry, rollout = [] }) => [
        entry,
        ...rollout.map((version) => version.entry),
      ]);
      return [
        ...entries
          .filter((entry) => !servers.has(entry.split('/')[2] ?? ''))
          .map((entry) => `${entry} is served by nobody`),
        ...[...servers].filter(([, url]) => !services.has(url)).map(([name]) => `${name} leads nowhere`),
      ];
    },
    violations: {
      'one file, which never changes': (all) =>
        change(all, GATEWAY, [...CONTAINER, 'volumeMounts', 1, 'subPath'], 'remotes.json'),
      'no map': (all) => without(all, ['ConfigMap', 'qr-remotes']),
      'a version that is not deployed': (all) =>
        change(
          all,
          ['ConfigMap', 'qr-remotes'],
          ['data', 'remotes.json'],
          '{"teacher":{"entry":"/remotes/teacher-9/mf-manifest.json","contractVersion":2}}',
        ),
      'one for some users that is not deployed': (all) =>
        change(
          all,
          ['ConfigMap', 'qr-remotes'],
          ['data', 'remotes.json'],
          '{"teacher":{"entry":"/remotes/teacher/a.json","contractVersion":2,"rollout":[{"entry":"/remotes/teacher-9/a.json","contractVersion":2,"percent":5}]}}',
        ),
      'a server that is gone': (all) => without(all, ['Service', 'qr-mfe-student']),
    },
  },
];

function setVariable(
  manifests: Manifest[],
  deployment: readonly [string, string],
  name: string,
  value: string,
): Manifest[] {
  const env = deployed(manifests).find((pod) => pod.name === deployment[1])?.containers[0]?.env ?? [];
  const index = env.findIndex((found) => found.name === name);
  return change(manifests, deployment, [...CONTAINER, 'env', index, 'value'], value);
}
