import { change, without } from '../support/change.ts';
import { NAMESPACE } from '../support/helm.ts';
import type { Manifest } from '../support/manifests.ts';
import type { Plan } from '../support/network-plan.ts';
import type { Policy } from '../support/policy.ts';
import { createReachability, type Endpoint } from '../support/reachability.ts';

const AUTH = ['NetworkPolicy', 'qr-auth'] as const;
const SESSION = ['NetworkPolicy', 'qr-session'] as const;
const isOurs = ({ namespace, labels }: Endpoint): boolean =>
  namespace === NAMESPACE && labels['app.kubernetes.io/part-of'] === 'qr-attendance';

/** Connections of our pods that are possible but not planned, or planned but not possible. */
const differences = (manifests: Manifest[], { endpoints, ports, isAllowed }: Plan): string[] => {
  const mayConnect = createReachability(manifests, NAMESPACE);
  return endpoints.flatMap((from) =>
    endpoints
      .filter((to) => from !== to && (isOurs(from) || isOurs(to)))
      .flatMap((to) =>
        ports
          .filter((port) => mayConnect(from, to, port) !== isAllowed(from, to, port))
          .map((port) => {
            const may = mayConnect(from, to, port) ? 'can' : 'cannot';
            return `${from.name} ${may} reach ${to.name} at ${port.port}/${port.protocol}`;
          }),
      ),
  );
};

export const networkPolicies = (plan: Plan): Policy[] => [
  {
    name: 'every pod reaches what it needs and nothing else',
    check: (manifests) => differences(manifests, plan),
    violations: {
      'nothing denied': (all) => all.filter(({ kind }) => kind !== 'NetworkPolicy'),
      'a service without its exceptions': (all) => without(all, AUTH),
      'a migration without its exceptions': (all) => without(all, ['NetworkPolicy', 'qr-migrate-course']),
      'egress left open': (all) => change(all, AUTH, ['spec', 'egress'], [{}]),
      'ingress left open': (all) => change(all, AUTH, ['spec', 'ingress'], [{}]),
      'every port of a peer': (all) => change(all, AUTH, ['spec', 'egress', 1, 'ports'], undefined),
      'metrics for whoever may ask': (all) =>
        change(all, ['NetworkPolicy', 'qr-gateway'], ['spec', 'ingress', 0, 'ports', 1], {
          protocol: 'TCP',
          port: 9100,
        }),
      'all pods of the namespace': (all) =>
        change(all, SESSION, ['spec', 'ingress', 0, 'from', 0], { podSelector: {} }),
      'all namespaces': (all) =>
        change(all, SESSION, ['spec', 'ingress', 0, 'from', 0], { namespaceSelector: {} }),
      'the internet': (all) =>
        change(all, SESSION, ['spec', 'egress', 1, 'to', 0], { ipBlock: { cidr: '0.0.0.0/0' } }),
      'the bus of nobody': (all) => change(all, SESSION, ['spec', 'egress', 2, 'ports', 0, 'port'], 1234),
      'another’s internal routes': (all) =>
        change(
          all,
          ['NetworkPolicy', 'qr-attendance'],
          ['spec', 'ingress', 0, 'from', 0, 'podSelector', 'matchLabels', 'app.kubernetes.io/component'],
          'auth',
        ),
      'a web server that asks': (all) =>
        change(all, ['NetworkPolicy', 'qr-frontends'], ['spec', 'policyTypes'], ['Ingress']).filter(
          ({ metadata }) => metadata.name !== 'qr-default-deny',
        ),
    },
  },
  {
    name: 'what no other policy speaks of reaches nobody and is reached by nobody',
    check: (manifests) => {
      const mayConnect = createReachability(manifests, NAMESPACE);
      const [some] = plan.endpoints.filter(isOurs);
      const forgotten: Endpoint = {
        name: 'forgotten',
        namespace: NAMESPACE,
        labels: { ...some?.labels, 'app.kubernetes.io/component': 'forgotten' },
      };
      return plan.endpoints.flatMap((end) =>
        plan.ports
          .filter((port) => mayConnect(forgotten, end, port) || mayConnect(end, forgotten, port))
          .map(({ port }) => `${end.name} and a forgotten pod meet at ${port}`),
      );
    },
    violations: {
      'no denial': (all) => without(all, ['NetworkPolicy', 'qr-default-deny']),
      'one way only': (all) =>
        change(all, ['NetworkPolicy', 'qr-default-deny'], ['spec', 'policyTypes'], ['Ingress']),
    },
  },
];
