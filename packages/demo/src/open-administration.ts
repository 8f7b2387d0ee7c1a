import { routes, unitKindSchema } from '@qr-attendance/contracts';
import { runNode, serviceEnvironment } from '@qr-attendance/stack';
import { z } from 'zod';
import type { Call } from '@qr-attendance/stack';
import { createDepartments, unitRows } from './campus/structure.ts';
import { dayOf, nowOnCampus } from './now-on-campus.ts';
import { ADMIN, PASSWORD } from './people.ts';

type Settings = Parameters<typeof serviceEnvironment>[1];

/** The generated campus has the departments of the demo's teachers only from this size. */
const PEOPLE = 12_500;
const TERM_WEEKS = 20;
const WEEKS_TO_NEXT_TERM = 26;
/** The current term began before the four weeks of the demo's history. */
const WEEKS_BEFORE = 6;
const SEASONS = ['Winter', 'Spring', 'Summer', 'Autumn'];

const createAdmin = async (system: Settings, call: Call): Promise<string> => {
  const printed = await runNode(
    'services/auth/src/create-admin.ts',
    serviceEnvironment('auth', system),
    JSON.stringify(ADMIN),
  );
  const { link } = z.object({ link: z.string() }).parse(JSON.parse(printed));
  const token = new URL(link).hash.slice(1);
  await call(routes.auth.resetPassword, { body: { token, password: PASSWORD } });
  return (await call(routes.auth.login, { body: { email: ADMIN.email, password: PASSWORD } })).token;
};

const createUnits = async (call: Call, token: string): Promise<Map<string, string>> => {
  const existingUnits = await call(routes.course.listUnits, { token, query: { limit: 500 } });
  const ids = new Map(existingUnits.map(({ externalId = '', _id }) => [externalId, _id]));
  const byName = new Map(existingUnits.map(({ name, _id }) => [name, _id]));
  for (const { unit_id: externalId, parent_id: parent, kind, name } of unitRows(createDepartments(PEOPLE))) {
    if (ids.has(externalId)) continue;
    const body = { kind: unitKindSchema.parse(kind), name, externalId, parentId: ids.get(parent) };
    const { _id } = await call(routes.course.createUnit, { token, body });
    ids.set(externalId, _id);
    byName.set(name, _id);
  }
  return byName;
};

const describeTerm = (firstDay: Temporal.ZonedDateTime) => ({
  name: `${SEASONS[Math.floor((firstDay.month % 12) / 3)]} ${firstDay.year}`,
  firstDay: dayOf(firstDay),
  lastDay: dayOf(firstDay.add({ weeks: TERM_WEEKS }).subtract({ days: 1 })),
});

/** Creates the current term, with a future break and holiday, and the next term. */
const createTerms = async (call: Call, token: string): Promise<string> => {
  const today = nowOnCampus().startOfDay();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const firstDay = monday.subtract({ weeks: WEEKS_BEFORE });
  const breakDay = monday.add({ weeks: 4 });
  const holiday = dayOf(monday.add({ weeks: 2, days: 2 }));
  const wanted = [
    {
      ...describeTerm(firstDay),
      breaks: [
        {
          kind: 'break' as const,
          name: 'Reading week',
          firstDay: dayOf(breakDay),
          lastDay: dayOf(breakDay.add({ days: 6 })),
        },
        { kind: 'holiday' as const, name: 'Founders’ day', firstDay: holiday, lastDay: holiday },
      ],
    },
    describeTerm(firstDay.add({ weeks: WEEKS_TO_NEXT_TERM })),
  ];
  const existingTerms = await call(routes.course.listTerms, { token, query: {} });
  const [current] = await Promise.all(
    wanted.map(
      async (term) =>
        existingTerms.find(({ name }) => name === term.name) ??
        (await call(routes.course.createTerm, { token, body: term })),
    ),
  );
  if (!current) throw new Error('The demo campus has no term.');
  return current._id;
};

export const openAdministration = async (
  system: Settings,
  call: Call,
): Promise<{ termId: string; unitIds: Map<string, string> }> => {
  const token = await createAdmin(system, call);
  return { termId: await createTerms(call, token), unitIds: await createUnits(call, token) };
};
