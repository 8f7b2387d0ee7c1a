// This module is separate from the schemas, so that the thread that reads calendar files starts faster.

/**
 * The properties of an iCalendar file that the server reads. Clients may omit descriptions, attendees and
 * attachments.
 */
export const CALENDAR_PROPERTIES = [
  'BEGIN',
  'END',
  'METHOD',
  'UID',
  'SEQUENCE',
  'STATUS',
  'SUMMARY',
  'LOCATION',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'TZID',
  'X-LIC-LOCATION',
  'TZOFFSETFROM',
  'TZOFFSETTO',
];
