/** Texts that several areas show. */
export const common = {
  product: 'QR Attendance System',
  retry: 'Try again',
  home: 'Return to Home',
  loading: 'Loading…',
  more: 'Show more',
  failed: 'This did not work. Please try again.',
  required: '{{field}} is required',
  timeElsewhere: '{{there}} ({{here}} your time)',
  status: { PRESENT: 'Present', LATE: 'Late', ABSENT: 'Absent' },
  chart: { noValue: 'no session', label: 'Day', value: 'Value' },
};
