import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';

export interface Selector {
  metric: string;
  labels: string[];
  equal: { label: string; value: string }[];
}

const childrenOf = (node: SyntaxNode, name: string): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  node.cursor().iterate((at) => {
    if (at.name === name) found.push(at.node);
  });
  return found;
};
const ancestorsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];

/**
 * Reads metrics and labels with the grammar of Prometheus' own page. Every metric within an aggregation must
 * have its grouping labels.
 */
export const readPromql = (expression: string): Selector[] => {
  const tree = parser.parse(expression);
  const textOf = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  if (childrenOf(tree.topNode, '⚠').length > 0) throw new Error(`This is no PromQL: ${expression}`);
  return childrenOf(tree.topNode, 'VectorSelector').map((selector) => {
    const grouped = ancestorsOf(selector)
      .filter(({ name }) => name === 'AggregateExpr')
      .flatMap((aggregation) => aggregation.getChildren('AggregateModifier'))
      .flatMap((by) => childrenOf(by, 'LabelName').map(textOf));
    const matchers = childrenOf(selector, 'UnquotedLabelMatcher').map((matcher) => ({
      label: childrenOf(matcher, 'LabelName').map(textOf).join(),
      isEqual: childrenOf(matcher, 'EqlSingle').length > 0,
      value: JSON.parse(childrenOf(matcher, 'StringLiteral').map(textOf).join()) as string,
    }));
    return {
      metric: childrenOf(selector, 'Identifier').map(textOf).join(),
      labels: [...new Set([...grouped, ...matchers.map(({ label }) => label)])],
      equal: matchers.filter(({ isEqual }) => isEqual).map(({ label, value }) => ({ label, value })),
    };
  });
};
