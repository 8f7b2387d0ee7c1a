import { fromTemplates, type Generator } from './generator.ts';
import type { Insertion } from './insert.ts';
import { nameFormsOf } from './names.ts';

const add = fromTemplates('event');
const EVENTS = 'packages/contracts/src/events';
const SAMPLES = 'packages/contracts/src/samples';
const IDS = {
  course: { idSchema: 'objectIdSchema', id: '66f000000000000000000d01' },
  session: { idSchema: 'objectIdSchema', id: '66f000000000000000000d02' },
  attendance: { idSchema: 'z.uuid()', id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382705' },
  auth: { idSchema: 'z.uuid()', id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382706' },
};
const put = (path: string, place: Pick<Insertion, 'before' | 'after'>, text: string): Insertion => ({
  type: 'insert',
  path,
  ...place,
  text,
});
const END = { before: /(?![^])/ };

export const event: Generator = {
  description: 'an event of a service',
  places: Object.keys(IDS),
  plan: (name, service) => ({
    data: {
      ...nameFormsOf(name),
      service,
      topic: `${service}.${name}`,
      ...IDS[service as keyof typeof IDS],
    },
    actions: [
      add(`services/${service}/src/core/events/${name}.ts`, 'publisher.ts'),
      add(`packages/contracts/test/${name}.test.ts`, 'test.ts'),
      put(
        `${EVENTS}/${service}.ts`,
        END,
        `\nexport const {{camel}}Schema = z.object({
        id: {{idSchema}},
        version: z.int(),
      });
      export type {{pascal}} = z.infer<typeof {{camel}}Schema>;
      export const {{camel}} = defineTopic('{{topic}}', 'state', {{camel}}Schema);\n`,
      ),
      put(`${EVENTS}/index.ts`, { before: new RegExp(` \\} from '\\./${service}\\.ts'`) }, ', {{camel}}'),
      put(`${EVENTS}/index.ts`, { before: /^\] as const;/m }, '{{camel}},\n'),
      put(
        `${SAMPLES}/index.ts`,
        { before: new RegExp(` \\} from '\\.\\./events/${service}\\.ts'`) },
        ', {{pascal}}',
      ),
      put(`${SAMPLES}/index.ts`, { before: /^\} = \{$/m }, '{{camel}}: {{pascal}};\n'),
      put(`${SAMPLES}/index.ts`, { before: /^\};$/m }, "{{camel}}: { id: '{{id}}', version: 1 },\n"),
      put(
        `${SAMPLES}/next.ts`,
        { before: /^\];$/m },
        "event('{{topic}}', '{{id}}', { id: '{{id}}', version: 1 }),\n",
      ),
    ],
    next: [
      `Define its payload: ${EVENTS}/${service}.ts and ${SAMPLES}`,
      `Write it to the outbox together with the state: services/${service}/src/core/events/${name}.ts`,
      `Subscribe a service: subscribedTopics in ${EVENTS}/index.ts and the service's src/subscriptions.ts`,
      `Republish it in a replay: implementRepublish in services/${service}/src/app.ts`,
      'Until then packages/tooling/test/topics.test.ts and tests/faults/test/earlier-data.test.ts fail',
      'If it holds personal data: docs/security/privacy.md, the data export and the erasure',
    ],
  }),
};
