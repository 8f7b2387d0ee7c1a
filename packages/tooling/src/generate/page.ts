import { areaNames, areas, type AreaName } from '@qr-attendance/contracts/areas';
import { fromTemplates, type Generator } from './generator.ts';
import { nameFormsOf } from './names.ts';
import { nameOfPath, readPagePath, type PagePath } from './page-path.ts';
import { addTexts } from './texts.ts';

const add = fromTemplates('page');

const ensurePossible = ({ area, path }: PagePath, icon: string | undefined): void => {
  // The shell treats a single step below /attendance as a code.
  if (area === 'attendance' && !path.startsWith(':qrCode/'))
    throw new Error('Pages of attendance are below /attendance/:qrCode.');
  if (icon !== undefined && path.includes(':'))
    throw new Error('The navigation has no page with a parameter. Link to it from another page.');
};

const declarationOf = ({ area, path }: PagePath, icon?: string, userType?: string): string =>
  [
    `{ path: '${path}'`,
    "title: '{{camel}}.title'",
    userType && `userType: '${userType}'`,
    // Pages of this area must not load antd, because the marking page would load it, too.
    area === 'attendance' && 'plain: true',
    "load: async () => (await import('./features/{{name}}/pages/{{name}}-page.tsx')).{{pascal}}Page",
    icon && `nav: { text: { en: '{{title}}', de: '{{title}}' }, icon: '${icon}' }`,
    '},\n',
  ]
    .filter(Boolean)
    .join(',\n');

export const page: Generator = {
  description: 'a page of an area',
  places: areaNames,
  plan: (text, place, { name: given, icon, userType }) => {
    const pagePath = readPagePath(text, place as AreaName);
    const { area, path, parameters } = pagePath;
    ensurePossible(pagePath, icon);
    const name = given ?? nameOfPath(path);
    const forms = nameFormsOf(name);
    const mfe = `mfe-${area}`;
    // The test server knows one course, whose id replaces every parameter.
    const opened = `/${area}/${path}`.replaceAll(/:\w+/g, '${course._id}');
    const testPath = parameters.length === 0 ? `'${opened}'` : `\`${opened}\``;
    const isList = parameters.length === 0;
    const component = `${name}-${isList ? 'list' : 'details'}`;
    const feature = `${mfe}/src/features/${name}`;
    return {
      data: {
        ...forms,
        area,
        Area: nameFormsOf(area).pascal,
        parameter: parameters.at(-1),
        part: isList ? 'List' : 'Details',
        file: component,
        route: isList ? 'listCourses' : 'getCourse',
        testPath,
      },
      actions: [
        add(`${feature}/pages/${name}-page.tsx`, 'page.tsx'),
        add(`${feature}/components/${component}.tsx`, isList ? 'list.tsx' : 'details.tsx'),
        add(`${feature}/api.ts`, 'api.ts'),
        add(`${mfe}/test/${name}-page.test.tsx`, 'test.tsx'),
        {
          type: 'insert',
          path: `${mfe}/src/pages.ts`,
          before: /^\];$/m,
          text: declarationOf(pagePath, icon, userType ?? areas[area].userType),
        },
        ...addTexts(mfe, forms.camel, {
          en: {
            title: '{{title}}',
            help: 'What this page is for.',
            ...(isList && { empty: 'Nothing here yet.' }),
          },
          de: {
            title: '{{title}}',
            help: 'Wozu diese Seite da ist.',
            ...(isList && { empty: 'Hier ist noch nichts.' }),
          },
        }),
      ],
      next: [
        `Translate its title and explain the page: ${mfe}/src/texts/{en,de}.json`,
        `Load its data: ${feature}/api.ts. It calls a route of packages/contracts; npm run new -- route … creates one`,
        `Show its data: ${feature}/components/${component}.tsx`,
        `Correct its declaration, if others may open it: ${mfe}/src/pages.ts`,
        ...(parameters.length > 0 ? ['Link to it from another page'] : []),
        ...parameters.map(
          (parameter) =>
            `Add samples: { ${parameter}: … } to it, if tests/e2e/support/parameters.ts has no ${parameter}`,
        ),
      ],
    };
  },
};
