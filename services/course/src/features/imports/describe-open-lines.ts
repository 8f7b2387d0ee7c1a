import type { OpenLine } from '@qr-attendance/contracts';
import type { OpenLineDocument } from '../../db/open-line-model.ts';
import type { NameIds } from './names-of-ids.ts';
import { textOfValue } from './rules/text-of-value.ts';

export interface StoredChange {
  field: string;
  from: unknown;
  to: unknown;
}
interface ChangedText {
  field: string;
  from: string;
  to: string;
}

export const describeChanges = async (nameIds: NameIds, changes: StoredChange[]): Promise<ChangedText[]> => {
  const texts = changes.map(({ field, from, to }) => ({
    field,
    from: textOfValue(from),
    to: textOfValue(to),
  }));
  const nameOf = await nameIds(texts.flatMap(({ field, from, to }) => [field, from, to]));
  return texts.map(({ field, from, to }) => ({ field: nameOf(field), from: nameOf(from), to: nameOf(to) }));
};

export const describeOpenLines = async (nameIds: NameIds, lines: OpenLineDocument[]): Promise<OpenLine[]> => {
  const all = await describeChanges(
    nameIds,
    lines.flatMap(({ leftOut = [] }) => leftOut),
  );
  let next = 0;
  return lines.map(({ _id, runId, fileName, line, since, values, leftOut, ...details }) => {
    const { problem, field, day, meant, key } = details;
    const described = leftOut && all.slice(next, next + leftOut.length);
    next += leftOut?.length ?? 0;
    return {
      _id,
      run: {
        _id: runId.toHexString(),
        fileName,
      },
      line,
      since: since.toISOString(),
      values,
      problem,
      field,
      day,
      meant,
      key,
      leftOut: described,
    };
  });
};
