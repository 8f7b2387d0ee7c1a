import { nameSchema, objectIdSchema, routes, type Unit } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { UnitDocument } from '../db/campus-models.ts';
import { describeUnits } from './describe-units.ts';
import { createUnit, deleteUnit, editUnit } from './manage-units.ts';

const positionSchema = z.tuple([nameSchema(200), objectIdSchema]);

export const unitRoutes = (context: Context): Implementation[] => {
  const describe = async (unit: UnitDocument): Promise<Unit> => {
    const [described] = await describeUnits(context, [unit]);
    return described as Unit;
  };
  return [
    implement(routes.course.listUnits, async ({ query, response }) => {
      const { limit, cursor, search } = query;
      const position = readCursor(positionSchema, cursor);
      const after = position && { name: position[0], id: position[1] };
      const rows = await context.units.list({ limit: limit + 1, after, search });
      const shown = answerPage(response, rows, limit, ({ name, _id }) => [name, _id.toHexString()]);
      return describeUnits(context, shown);
    }),
    implement(routes.course.createUnit, async ({ caller, body }) =>
      describe(await createUnit(context, caller.id, body)),
    ),
    implement(routes.course.editUnit, async ({ caller, params, body }) =>
      describe(await editUnit(context, caller.id, params.id, body)),
    ),
    implement(routes.course.deleteUnit, async ({ caller, params }) => {
      await deleteUnit(context, caller.id, params.id);
      return undefined;
    }),
  ];
};
