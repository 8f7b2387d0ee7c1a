/** What the QR says: a phone's own camera app opens it, and the scan page takes the code from its path. */
export const attendanceUrl = (qrCode: string, origin = location.origin): string =>
  `${origin}/attendance/${encodeURIComponent(qrCode)}`;
