import { areaNames, areas } from '@qr-attendance/contracts/areas';
import { fromTemplates, type Generator } from './generator.ts';
import type { Insertion } from './insert.ts';
import { formsOf } from './names.ts';

const add = fromTemplates('page');
const addTexts = (path: string, help: string, empty: string): Insertion => ({
  type: 'insert',
  path,
  after: /^\{$/m,
  text: `\n"{{camel}}": { "title": "{{title}}", "help": "${help}", "empty": "${empty}" },`,
});

/** Generates a page of an area: route, component, call, texts in each language, and tests. */
export const page: Generator = {
  description: 'a page of an area',
  places: areaNames.filter((name) => areas[name].userType),
  dataFor: (_name, area) => ({ area, Area: formsOf(area).pascal, userType: area.toUpperCase() }),
  actionsFor: (name, area) => {
    const mfe = `mfe-${area}`;
    const feature = `${mfe}/src/features/${name}`;
    return [
      add(`${feature}/pages/${name}-page.tsx`, 'page.tsx'),
      add(`${feature}/components/${name}-list.tsx`, 'list.tsx'),
      add(`${mfe}/test/${name}-page.test.tsx`, 'test.tsx'),
      {
        type: 'insert',
        path: `${mfe}/src/pages.ts`,
        before: /^\] as const satisfies/m,
        text: "{ path: '{{name}}', userType: '{{userType}}' },\n",
      },
      {
        type: 'insert',
        path: `${mfe}/src/page-loaders.ts`,
        before: /^\};$/m,
        text: `'{{name}}': async () =>
          (await import('./features/{{name}}/pages/{{name}}-page.tsx'))
            .{{pascal}}Page,\n`,
      },
      addTexts(`${mfe}/src/texts/en.json`, 'What this page is for.', 'Nothing here yet.'),
      addTexts(`${mfe}/src/texts/de.json`, 'Wozu diese Seite da ist.', 'Hier ist noch nichts.'),
      {
        type: 'insert',
        path: `${mfe}/test/headings.ts`,
        before: /^\};$/m,
        text: "'{{name}}': '{{title}}',\n",
      },
    ];
  },
  next: (name, area) => [
    `Translate its title and explain the page: mfe-${area}/src/texts/{en,de}.json`,
    `Load its data: mfe-${area}/src/features/${name}/components/${name}-list.tsx`,
    `Add it to the navigation, if it belongs there: nav in mfe-${area}/src/pages.ts`,
  ],
};
