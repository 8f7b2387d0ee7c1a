import { change, CONTAINER, POD } from '../support/change.ts';
import { ofKind, podsOf } from '../support/manifests.ts';
import { demand, type Policy } from '../support/policy.ts';

const AUTH = ['Deployment', 'qr-auth'] as const;
const SHELL = ['Deployment', 'qr-shell'] as const;
const MIGRATION = ['Job', 'qr-migrate-session'] as const;
const TEST = ['Pod', 'qr-test'] as const;
const CONTEXT = [...CONTAINER, 'securityContext'];
const VOLUMES = new Set(['name', 'configMap', 'emptyDir', 'secret', 'persistentVolumeClaim']);

/** Pod Security Standards, restricted. Source: kubernetes.io/docs/concepts/security/pod-security-standards */
export const podPolicies: Policy[] = [
  {
    name: 'no pod runs as root',
    check: (manifests) => [
      ...demand(podsOf(manifests), ({ spec }) => spec.securityContext.runAsNonRoot === true, 'may be root'),
      ...demand(
        podsOf(manifests),
        ({ spec }) => spec.securityContext.runAsUser === 10001,
        'has another user',
      ),
      ...demand(
        podsOf(manifests),
        ({ containers }) =>
          containers.every(
            ({ securityContext: context }) =>
              context.runAsNonRoot === true && context.runAsUser === undefined,
          ),
        'has a container with a user of its own',
      ),
    ],
    violations: {
      'a pod that may be root': (all) =>
        change(all, AUTH, [...POD, 'securityContext', 'runAsNonRoot'], false),
      'a pod without a user': (all) =>
        change(all, SHELL, [...POD, 'securityContext', 'runAsUser'], undefined),
      'a container as root': (all) => change(all, MIGRATION, [...CONTEXT, 'runAsUser'], 0),
    },
  },
  {
    name: 'every pod has the runtime’s own filter of system calls',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ spec, containers }) =>
          spec.securityContext.seccompProfile?.type === 'RuntimeDefault' &&
          containers.every(({ securityContext }) => securityContext.seccompProfile === undefined),
        'has no RuntimeDefault',
      ),
    violations: {
      'none at all': (all) => change(all, AUTH, [...POD, 'securityContext', 'seccompProfile'], undefined),
      'one container without': (all) =>
        change(all, SHELL, [...CONTEXT, 'seccompProfile'], { type: 'Unconfined' }),
      'in the test': (all) =>
        change(all, TEST, ['spec', 'securityContext', 'seccompProfile', 'type'], 'Unconfined'),
    },
  },
  {
    name: 'no container gains privileges or keeps capabilities',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ containers, spec }) =>
          spec.securityContext.sysctls === undefined &&
          containers.every(
            ({ securityContext: { allowPrivilegeEscalation, privileged, capabilities } }) =>
              allowPrivilegeEscalation === false &&
              privileged !== true &&
              capabilities?.add === undefined &&
              capabilities?.drop.join() === 'ALL',
          ),
        'has a container that can do more than it should',
      ),
    violations: {
      escalation: (all) => change(all, AUTH, [...CONTEXT, 'allowPrivilegeEscalation'], undefined),
      privileged: (all) => change(all, SHELL, [...CONTEXT, 'privileged'], true),
      'kept capabilities': (all) => change(all, MIGRATION, [...CONTEXT, 'capabilities', 'drop'], ['NET_RAW']),
      'an added one': (all) => change(all, AUTH, [...CONTEXT, 'capabilities', 'add'], ['NET_BIND_SERVICE']),
    },
  },
  {
    name: 'every root file system is read-only, and /tmp is bounded',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ spec, containers }) =>
          containers.every(({ securityContext }) => securityContext.readOnlyRootFilesystem === true) &&
          spec.volumes.every(
            ({ emptyDir }) =>
              emptyDir === undefined ||
              (typeof emptyDir === 'object' && emptyDir !== null && 'sizeLimit' in emptyDir),
          ),
        'can write without bounds',
      ),
    violations: {
      'a writable root': (all) => change(all, AUTH, [...CONTEXT, 'readOnlyRootFilesystem'], false),
      'in the test': (all) =>
        change(all, TEST, ['spec', 'containers', 0, 'securityContext', 'readOnlyRootFilesystem'], undefined),
      'no bound': (all) => change(all, SHELL, [...POD, 'volumes', 0, 'emptyDir'], {}),
    },
  },
  {
    name: 'no pod sees its node',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ spec, containers }) =>
          [spec.hostNetwork, spec.hostPID, spec.hostIPC, spec.hostUsers].every((own) => own === undefined) &&
          containers.every(({ ports }) => ports.every(({ hostPort }) => hostPort === undefined)) &&
          spec.volumes.every((volume) => Object.keys(volume).every((key) => VOLUMES.has(key))),
        'sees its node',
      ),
    violations: {
      'its network': (all) => change(all, AUTH, [...POD, 'hostNetwork'], true),
      'its processes': (all) => change(all, AUTH, [...POD, 'hostPID'], true),
      'a port of it': (all) => change(all, SHELL, [...CONTAINER, 'ports', 0, 'hostPort'], 80),
      'its files': (all) =>
        change(all, SHELL, [...POD, 'volumes', 0], { name: 'tmp', hostPath: { path: '/tmp' } }),
    },
  },
  {
    name: 'no pod can speak to the cluster’s API',
    check: (manifests) => {
      const accounts = ofKind(manifests, 'ServiceAccount');
      const named = new Set(accounts.map(({ metadata }) => metadata.name));
      const withRights = manifests.filter(({ apiVersion }) => apiVersion.startsWith('rbac.'));
      return [
        ...demand(
          podsOf(manifests),
          ({ spec }) => spec.automountServiceAccountToken === false && spec.enableServiceLinks === false,
          'is given a token, or variables by Kubernetes',
        ),
        ...demand(
          podsOf(manifests),
          ({ spec }) => named.has(spec.serviceAccountName),
          'has no account of ours',
        ),
        ...accounts
          .filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)
          .map(({ metadata }) => `account ${metadata.name} gives tokens`),
        ...withRights.map(({ kind, metadata }) => `${kind} ${metadata.name} gives rights`),
      ];
    },
    violations: {
      'a token in a pod': (all) => change(all, AUTH, [...POD, 'automountServiceAccountToken'], true),
      'nothing said': (all) => change(all, MIGRATION, [...POD, 'automountServiceAccountToken'], undefined),
      'variables of other services': (all) => change(all, SHELL, [...POD, 'enableServiceLinks'], undefined),
      'the default account': (all) => change(all, SHELL, [...POD, 'serviceAccountName'], 'default'),
      'an account with tokens': (all) =>
        change(all, ['ServiceAccount', 'qr-auth'], ['automountServiceAccountToken'], undefined),
      'a role': (all) => [
        ...all,
        {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'reader', labels: {}, annotations: {} },
          spec: {},
        },
      ],
    },
  },
  {
    name: 'every container says what it needs and what it may have at most',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ containers }) =>
          containers.every(
            ({ resources: { requests, limits } }) =>
              requests['cpu'] !== undefined &&
              requests['memory'] !== undefined &&
              limits['memory'] !== undefined,
          ),
        'has no requests or limits',
      ),
    violations: {
      'no requests': (all) => change(all, AUTH, [...CONTAINER, 'resources', 'requests'], {}),
      'no bound of memory': (all) =>
        change(all, SHELL, [...CONTAINER, 'resources', 'limits', 'memory'], undefined),
    },
  },
  {
    name: 'every image has a version',
    check: (manifests) =>
      demand(
        podsOf(manifests),
        ({ containers }) =>
          containers.every(
            ({ image }) => /:[\w.-]+(@sha256:[0-9a-f]{64})?$/.test(image) && !image.includes(':latest'),
          ),
        'has an image without a version',
      ),
    violations: {
      latest: (all) => change(all, AUTH, [...CONTAINER, 'image'], 'qr-attendance/auth:latest'),
      none: (all) => change(all, SHELL, [...CONTAINER, 'image'], 'qr-attendance/shell'),
    },
  },
];
