/** What a record is about: one student in one session. */
export interface RecordKey {
  sessionId: string;
  studentId: string;
}

/** A record's public id; it is known for every student of every session, so that an absence can be opened and disputed. */
export const recordIdOf = ({ sessionId, studentId }: RecordKey): string => `${sessionId}-${studentId}`;

/** @param recordId an id that `recordIdSchema` accepted */
export const parseRecordId = (recordId: string): RecordKey => {
  const at = recordId.indexOf('-');
  return { sessionId: recordId.slice(0, at), studentId: recordId.slice(at + 1) };
};
