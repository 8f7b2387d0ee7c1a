import { nameSchema, objectIdSchema, routes, type Unit } from '@qr-attendance/contracts';
import {
  answerPage,
  describeSource,
  implement,
  type Implementation,
  readCursor,
} from '@qr-attendance/server';
import { z } from 'zod';
import type { UnitDocument } from '../../db/campus-models.ts';
import { createUnit, deleteUnit, editUnit } from './manage-units.ts';
import { referenceOf, withPresentParents } from '../../core/units/former-ids.ts';
import { pathOfUnit, type Units, valuesOfUnit } from '../../core/units/units.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';

interface Stores {
  auditLog: AuditLog;
  termCourses: TermCourses;
  units: Units;
}

const positionSchema = z.tuple([nameSchema(200), objectIdSchema]);

const describeUnits = async ({ units }: { units: Units }, documents: UnitDocument[]): Promise<Unit[]> => {
  const ancestors = await units.findWithAncestors(documents.map(({ parentId }) => parentId));
  const statements = await units.statementsOf(documents);
  const ledgers = await withPresentParents(
    units,
    documents.map(({ _id, parentId }) => {
      const parent = ancestors.get(parentId ?? '');
      const id = _id.toHexString();
      return { id, ledger: statements.get(id), reference: parent && referenceOf(parent) };
    }),
  );
  return documents.map((unit, index) => {
    const { _id, kind, name, parentId, externalId, version } = unit;
    const above = pathOfUnit(ancestors, parentId);
    const [parent] = above;
    const values = valuesOfUnit(unit, parent && referenceOf(parent));
    const id = _id.toHexString();
    return {
      _id: id,
      kind,
      name,
      parentId,
      externalId,
      version,
      path: above.map((one) => one.name).toReversed(),
      source: describeSource(ledgers[index], { ...values }),
    };
  });
};

export const unitRoutes = (context: Stores): Implementation[] => {
  const describe = async (unit: UnitDocument): Promise<Unit> => {
    const [described] = await describeUnits(context, [unit]);
    return described as Unit;
  };
  return [
    implement(routes.course.listUnits, async ({ query, response }) => {
      const { limit, cursor, search } = query;
      const after = readCursor(positionSchema, cursor);
      const rows = await context.units.list({ limit: limit + 1, after, search });
      const shown = answerPage(response, rows, limit, ({ name, _id }) => [name, _id.toHexString()]);
      return describeUnits(context, shown);
    }),
    implement(routes.course.createUnit, async ({ caller, body }) =>
      describe(await createUnit(context, caller.id, body)),
    ),
    implement(routes.course.editUnit, async ({ caller, params, body }) =>
      describe(await editUnit(context, caller, params.id, body)),
    ),
    implement(routes.course.deleteUnit, ({ caller, params }) => deleteUnit(context, caller.id, params.id)),
  ];
};
