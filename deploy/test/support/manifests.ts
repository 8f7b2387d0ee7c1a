import { z } from 'zod';

const textMap = z.record(z.string(), z.string());

export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    labels: textMap.default({}),
    annotations: textMap.default({}),
  }),
  spec: z.unknown().optional(),
});
export type Manifest = z.output<typeof manifestSchema>;

const probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string(), scheme: z.string() }),
});
const amounts = z.record(z.string(), z.union([z.string(), z.number()])).default({});
const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z
          .strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) })
          .optional(),
      }),
    )
    .default([]),
  envFrom: z.unknown().optional(),
  ports: z
    .array(z.looseObject({ name: z.string(), containerPort: z.number(), hostPort: z.unknown().optional() }))
    .default([]),
  securityContext: z.looseObject({
    allowPrivilegeEscalation: z.boolean().optional(),
    readOnlyRootFilesystem: z.boolean().optional(),
    runAsNonRoot: z.boolean().optional(),
    privileged: z.boolean().optional(),
    runAsUser: z.number().optional(),
    seccompProfile: z.unknown().optional(),
    capabilities: z
      .looseObject({ drop: z.array(z.string()).default([]), add: z.unknown().optional() })
      .optional(),
  }),
  resources: z.looseObject({ requests: amounts, limits: amounts }),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z
    .looseObject({ preStop: z.looseObject({ sleep: z.object({ seconds: z.number() }).optional() }) })
    .optional(),
  volumeMounts: z
    .array(z.looseObject({ name: z.string(), mountPath: z.string(), subPath: z.string().optional() }))
    .default([]),
});
export type Container = z.output<typeof containerSchema>;

const podSchema = z.looseObject({
  serviceAccountName: z.string(),
  automountServiceAccountToken: z.boolean().optional(),
  enableServiceLinks: z.boolean().optional(),
  hostNetwork: z.unknown().optional(),
  hostPID: z.unknown().optional(),
  hostIPC: z.unknown().optional(),
  hostUsers: z.unknown().optional(),
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z.looseObject({
    runAsNonRoot: z.boolean().optional(),
    runAsUser: z.number().optional(),
    seccompProfile: z.looseObject({ type: z.string() }).optional(),
    sysctls: z.unknown().optional(),
  }),
  topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string() })).default([]),
  initContainers: z.array(containerSchema).default([]),
  containers: z.array(containerSchema).min(1),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
const templateSchema = z.looseObject({ metadata: z.looseObject({ labels: textMap }), spec: podSchema });
const withTemplate = z.looseObject({ template: templateSchema });
const withJobTemplate = z.looseObject({ jobTemplate: z.looseObject({ spec: withTemplate }) });

export interface Pod {
  kind: string;
  name: string;
  component: string;
  labels: Record<string, string>;
  spec: z.output<typeof podSchema>;
  containers: Container[];
}

const podOf = (manifest: Manifest): Pod | undefined => {
  const { kind, metadata } = manifest;
  const spec = kind === 'CronJob' ? withJobTemplate.parse(manifest.spec).jobTemplate.spec : manifest.spec;
  const isPod = kind === 'Pod';
  const hasTemplate = withTemplate.safeParse(spec).success || ['Deployment', 'Job'].includes(kind);
  if (!isPod && !hasTemplate) return undefined;
  const template = isPod
    ? { metadata: { labels: metadata.labels }, spec: podSchema.parse(spec) }
    : withTemplate.parse(spec).template;
  return {
    kind,
    name: metadata.name,
    component: template.metadata.labels['app.kubernetes.io/component'] ?? '',
    labels: template.metadata.labels,
    spec: template.spec,
    containers: [...template.spec.initContainers, ...template.spec.containers],
  };
};

export const podsOf = (manifests: Manifest[]): Pod[] =>
  manifests.map(podOf).filter((pod): pod is Pod => pod !== undefined);

export const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

export const isProcess = ({ component }: Pod): boolean =>
  ['gateway', 'auth', 'course', 'session', 'attendance'].includes(component);

export const variable = (pod: Pod, name: string): string | undefined =>
  pod.containers.flatMap(({ env }) => env).find((found) => found.name === name)?.value;
