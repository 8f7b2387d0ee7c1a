import { PIN, signedMark, type Member } from '@qr-attendance/test-kit';
import { openBrowser } from './browser.ts';
import { bearer, JSON_HEADERS, type PreparedRequest } from './send.ts';

export interface PhoneResult {
  studentId: string;
  /**
   * Status of the last attempt to verify the code and to mark; 0 means no answer. `markStatus` is undefined if the
   * verification failed.
   */
  verifyStatus: number;
  markStatus?: number;
  comeBacks: number;
  markId?: string;
  /** The time from the scheduled arrival to the last answer, so delays of the driver are included. */
  verifyMs: number;
  markMs?: number;
  answeredAt?: number;
}

export interface Phone {
  studentId: string;
  scan: PreparedRequest;
  markWith: (ticket: string) => PreparedRequest;
}

export const markRequest = (student: Member, ticket: string): PreparedRequest => {
  const madeAt = new Date().toISOString();
  const { token, body, headers } = signedMark(student, { ticket, madeAt, pin: PIN });
  return {
    method: 'POST',
    path: '/api/attendance',
    headers: { ...bearer(token), ...JSON_HEADERS, ...headers },
    body,
  };
};

export const scanRequest = ({ token, device }: Member, code: string): PreparedRequest => ({
  method: 'GET',
  path: `/api/sessions/verify/${code}`,
  headers: { ...bearer(token), ...device.scanHeaders(code) },
});

export const phoneOf = (student: Member, code: string): Phone => ({
  studentId: student.id,
  scan: scanRequest(student, code),
  markWith: (ticket) => markRequest(student, ticket),
});

export const visit = async (
  url: string,
  { studentId, scan, markWith }: Phone,
  dueAt: number,
): Promise<PhoneResult> => {
  // The gateway recognizes the browser by its cookies.
  const browser = openBrowser(url);
  try {
    const { answer: verified, busy } = await browser.ask(scan);
    const scanned = {
      studentId,
      verifyStatus: verified.status,
      comeBacks: busy,
      verifyMs: verified.answeredAt - dueAt,
    };
    if (verified.status !== 200) return scanned;
    const { ticket } = JSON.parse(verified.text) as { ticket: string };
    const { answer: marked, busy: more } = await browser.ask(markWith(ticket));
    return {
      ...scanned,
      comeBacks: busy + more,
      markStatus: marked.status,
      ...(marked.status === 201 ? { markId: (JSON.parse(marked.text) as { _id: string })._id } : {}),
      markMs: marked.answeredAt - verified.answeredAt,
      answeredAt: marked.answeredAt,
    };
  } finally {
    browser.close();
  }
};
