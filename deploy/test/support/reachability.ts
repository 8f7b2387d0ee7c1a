import { BlockList } from 'node:net';
import { z } from 'zod';
import { ofKind, type Manifest } from './manifests.ts';

const selectorSchema = z.strictObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .default([]),
});
type Selector = z.output<typeof selectorSchema>;
const peerSchema = z.strictObject({
  podSelector: selectorSchema.optional(),
  namespaceSelector: selectorSchema.optional(),
  ipBlock: z.strictObject({ cidr: z.string() }).optional(),
});
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.number() })).optional();
const policySchema = z.strictObject({
  podSelector: selectorSchema,
  policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
  ingress: z.array(z.strictObject({ from: z.array(peerSchema).optional(), ports })).default([]),
  egress: z.array(z.strictObject({ to: z.array(peerSchema).optional(), ports })).default([]),
});

export interface Endpoint {
  name: string;
  namespace: string;
  labels: Record<string, string>;
  address?: string;
}
export interface Port {
  protocol: 'TCP' | 'UDP';
  port: number;
}

const matches = ({ matchLabels, matchExpressions }: Selector, labels: Record<string, string>): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));

const holds = (cidr: string, address: string): boolean => {
  const [network = '', bits] = cidr.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/**
 * Evaluates the NetworkPolicies of one namespace. Source:
 * kubernetes.io/docs/concepts/services-networking/network-policies
 */
export const createReachability = (manifests: Manifest[], namespace: string) => {
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => policySchema.parse(spec));

  const isPeer = (peer: z.output<typeof peerSchema>, end: Endpoint): boolean => {
    if (peer.ipBlock) return end.address !== undefined && holds(peer.ipBlock.cidr, end.address);
    if (end.address !== undefined) return false;
    const inNamespace = peer.namespaceSelector
      ? matches(peer.namespaceSelector, { 'kubernetes.io/metadata.name': end.namespace })
      : end.namespace === namespace;
    return inNamespace && (!peer.podSelector || matches(peer.podSelector, end.labels));
  };
  const allows = (
    peers: z.output<typeof peerSchema>[] | undefined,
    allowed: Port[] | undefined,
    end: Endpoint,
    { protocol, port }: Port,
  ): boolean =>
    (!peers?.length || peers.some((peer) => isPeer(peer, end))) &&
    (!allowed?.length || allowed.some((one) => one.protocol === protocol && one.port === port));

  const choose = (end: Endpoint, type: 'Ingress' | 'Egress') =>
    end.namespace === namespace && end.address === undefined
      ? policies.filter(
          ({ podSelector, policyTypes }) => policyTypes.includes(type) && matches(podSelector, end.labels),
        )
      : [];

  const policiesByEndpoint = new Map<Endpoint, Record<'Ingress' | 'Egress', typeof policies>>();
  const chosen = (end: Endpoint) => {
    const found = policiesByEndpoint.get(end) ?? {
      Ingress: choose(end, 'Ingress'),
      Egress: choose(end, 'Egress'),
    };
    policiesByEndpoint.set(end, found);
    return found;
  };

  return (from: Endpoint, to: Endpoint, port: Port): boolean => {
    const outward = chosen(from).Egress;
    const inward = chosen(to).Ingress;
    const leaves =
      outward.length === 0 ||
      outward.some(({ egress }) => egress.some((rule) => allows(rule.to, rule.ports, to, port)));
    const enters =
      inward.length === 0 ||
      inward.some(({ ingress }) => ingress.some((rule) => allows(rule.from, rule.ports, from, port)));
    return leaves && enters;
  };
};
