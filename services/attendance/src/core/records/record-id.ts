export interface RecordKey {
  sessionId: string;
  studentId: string;
}

/**
 * The id is derived from session and student, so that even an absence has an id and can be opened and
 * disputed.
 */
export const recordIdOf = ({ sessionId, studentId }: RecordKey): string => `${sessionId}-${studentId}`;

export const parseRecordId = (recordId: string): RecordKey => {
  const at = recordId.indexOf('-');
  return { sessionId: recordId.slice(0, at), studentId: recordId.slice(at + 1) };
};
