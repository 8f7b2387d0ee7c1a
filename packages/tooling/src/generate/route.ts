import { fromTemplates, type Generator } from './generator.ts';
import { nameFormsOf } from './names.ts';

const add = fromTemplates('route');
const PATHS = {
  course: '/api/courses',
  session: '/api/sessions',
  attendance: '/api/attendance',
  auth: '/api/auth',
};
const pathOf = (name: string, service: string): string => `${PATHS[service as keyof typeof PATHS]}/${name}`;
const rowsOf = (service: string): RegExp =>
  new RegExp(`^\\| \`[A-Z]+ ${PATHS[service as keyof typeof PATHS]}[/\`].*\\n`, 'm');

export const route: Generator = {
  description: 'a route of a service',
  places: Object.keys(PATHS),
  plan: (name, service) => {
    const forms = nameFormsOf(name);
    const folder = `services/${service}/src/features/${name}`;
    const test = `services/${service}/test/${name}.test.ts`;
    const routes = `services/${service}/src/routes.ts`;
    return {
      data: { ...forms, service, path: pathOf(name, service) },
      actions: [
        add(`${folder}/${name}.ts`, 'use-case.ts'),
        add(`${folder}/routes.ts`, 'routes.ts'),
        add(test, 'test.ts'),
        {
          type: 'insert',
          path: `packages/contracts/src/${service}/routes.ts`,
          before: /(?![^])/,
          text: `export const {{camel}} = get('{{path}}', {
          summary: '{{title}}',
          access: 'signed-in',
          grants: 'reads',
          answer: z.object({ userId: z.uuid() }),
        });\n`,
        },
        {
          type: 'insert',
          path: routes,
          after: /^import .* from '\.\/.*';\n/m,
          text: "import { {{camel}}Routes } from './features/{{name}}/routes.ts';\n",
        },
        // Routes match in order, and /api/courses/:id would match this path, too.
        {
          type: 'insert',
          path: routes,
          after: /: Implementation\[\] => \[\n/,
          text: '...{{camel}}Routes(),\n',
        },
        {
          type: 'insert',
          path: 'docs/specification.md',
          after: rowsOf(service),
          text: `| \`GET {{path}}\` | \`${test} › answers signed-in people\` |\n`,
        },
        {
          type: 'insert',
          path: 'tests/attacks/test/routes-by-role.md',
          after: rowsOf(service),
          text: '| `GET {{path}}` | 401 | 200 | 200 | 200 | 200 | 200 | 401 | 401 |\n',
        },
      ],
      next: [
        `Define its input, answer and access: packages/contracts/src/${service}/routes.ts`,
        `Implement it: services/${service}/src/features/${name}/${name}.ts`,
        'Correct its row if its access differs: tests/attacks/test/routes-by-role.md',
      ],
    };
  },
};
