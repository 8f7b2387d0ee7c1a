import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

const CHART = 'deploy/helm/qr-attendance';
export const CHART_README = `${CHART}/README.md`;

const schema = z.looseObject({
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  $ref: z.string().optional(),
  get allOf() {
    return z.array(schema).optional();
  },
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get items() {
    return schema.optional();
  },
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  required: z.array(z.string()).optional(),
});
type Schema = z.output<typeof schema>;

interface Row {
  path: string;
  type: string;
  fallback: string;
  description: string;
}

const nameOf = ($ref: string): string => $ref.replace('#/definitions/', '');
const referenceOf = ({ $ref, allOf }: Schema): string | undefined => $ref ?? allOf?.[0]?.$ref;

const typeOf = (value: Schema): string => {
  const reference = referenceOf(value);
  if (reference !== undefined) return nameOf(reference);
  if (value.enum) return value.enum.map((one) => JSON.stringify(one)).join(' or ');
  const bounds = [
    value.minimum === undefined ? undefined : `from ${value.minimum}`,
    value.maximum === undefined ? undefined : `to ${value.maximum}`,
  ].filter((bound) => bound !== undefined);
  const type = value.items ? `list of ${typeOf(value.items)}` : [value.type ?? 'any'].flat().join(' or ');
  return [type, ...bounds].join(' ');
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, key: string): unknown => (isMap(value) ? value[key] : undefined);

/** Merges parts with the same description: `services.<name>`. */
const childrenOf = ({ properties = {} }: Schema): [name: string, from: string, child: Schema][] => {
  const all = Object.entries(properties);
  const [first, ...others] = all;
  if (first && others.length > 1 && others.every(([, child]) => isDeepStrictEqual(child, first[1])))
    return [['<name>', first[0], first[1]]];
  return all.map(([name, child]) => [name, name, child]);
};

const rowsOf = (path: string, value: Schema, fallback: unknown, isRequired: boolean): Row[] => {
  if (value.properties && referenceOf(value) === undefined)
    return childrenOf(value).flatMap(([name, from, child]) =>
      rowsOf(`${path}.${name}`, child, at(fallback, from), value.required?.includes(from) ?? false),
    );
  const shown = fallback === undefined ? (isRequired ? 'required' : '') : `\`${JSON.stringify(fallback)}\``;
  return [{ path, type: typeOf(value), fallback: shown, description: value.description ?? '' }];
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const table = (rows: Row[]): string =>
  [
    '| value | type | default | description |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ path, type, fallback, description }) =>
        `| \`${path}\` | ${cell(type)} | ${fallback.replaceAll('|', '\\|')} | ${cell(description)} |`,
    ),
  ].join('\n');

/**
 * Generates the chart's README, which lists every value with type and default, from values.schema.json and
 * values.yaml.
 */
export const describeChart = async (root: string): Promise<{ markdown: string; undescribed: string[] }> => {
  const read = (file: string) => readFile(join(root, CHART, file), 'utf8');
  const [description, defaults, about] = await Promise.all([
    read('values.schema.json').then((text) =>
      z
        .looseObject({ properties: z.record(z.string(), schema), required: z.array(z.string()) })
        .parse(JSON.parse(text)),
    ),
    read('values.yaml').then((text): unknown => parse(text)),
    read('Chart.yaml').then((text) => z.looseObject({ description: z.string() }).parse(parse(text))),
  ]);
  const values = Object.entries(description.properties).filter(([name]) => name !== 'global');
  const sections = values.map(([name, value]) => {
    const rows = rowsOf(name, value, at(defaults, name), description.required.includes(name));
    const [only] = rows;
    const alone = rows.length === 1 && only?.path === name ? [{ ...only, description: '' }] : rows;
    return `## ${name}\n\n${cell(value.description ?? '')}\n\n${table(alone)}\n`;
  });
  const markdown = `# QR Attendance chart

${about.description}

\`\`\`sh
npm run admin -- secrets kubernetes --namespace attendance    # in a clone; writes kubernetes-secrets.yaml
kubectl create -f kubernetes-secrets.yaml
helm install qr oci://<registry>/qr-attendance --namespace attendance --values values.yaml
helm test qr --namespace attendance --logs
\`\`\`

Complete files of values are in \`deploy/helm/examples\`, the installation in \`docs/operations/kubernetes.md\`. Values not listed
here are rejected. \`npm run check -- docs --write\` generates this page from \`values.schema.json\` and \`values.yaml\`; types such as
\`reference\` ({ name, key } of a Secret) and \`peers\` are defined in the former.

${sections.join('\n')}`;
  return { markdown, undescribed: values.filter(([, value]) => !value.description).map(([name]) => name) };
};
