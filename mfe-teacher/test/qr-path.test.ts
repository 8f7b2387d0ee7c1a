import { expect, test } from '@jest/globals';
import { qrPath } from '@qr-attendance/ui-kit/qr';
import { attendanceUrl } from '../src/shared/code/code-picture.tsx';

test('encodes the URL of the marking page', () => {
  expect(attendanceUrl('K7M29QXB', 'https://campus.example')).toBe(
    'https://campus.example/attendance/K7M29QXB',
  );
});
test('keeps a quiet zone of four modules on each side', () => {
  const { size, path } = qrPath(attendanceUrl('K7M29QXB', 'https://campus.example'));
  const corners = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const all = corners.flat();
  expect(Math.min(...all)).toBe(4);
  expect(Math.max(...all)).toBe(size - 5);
});
