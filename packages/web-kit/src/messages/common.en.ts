/** Texts that several areas show. Specification, section 8. */
export const common = {
  namespace: 'common',
  en: {
    product: 'QR Attendance System',
    retry: 'Try again',
    home: 'Return to Home',
    loading: 'Loading…',
    more: 'Show more',
    failed: 'This did not work. Please try again.',
    location: {
      failed: 'Error getting location: {{reason}}',
      unsupported: 'Geolocation is not supported by this browser.',
    },
    status: { PRESENT: 'Present', LATE: 'Late', ABSENT: 'Absent' },
  },
};
