import { DEFAULT_SECURITY_PREFERENCES } from '@qr-attendance/contracts';

export const teacher = {
  user: {
    _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
    name: 'Ada Lovelace',
    email: 'ada@campus.example',
    userType: 'TEACHER',
  },
  profile: { employeeId: 'E1', department: 'Computer Science' },
};
export const admin = {
  user: {
    _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e03',
    name: 'Mary Somerville',
    email: 'mary@campus.example',
    userType: 'ADMIN',
  },
  profile: {},
};
export const student = {
  user: {
    _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    name: 'Grace Hopper',
    email: 'grace@campus.example',
    userType: 'STUDENT',
  },
  profile: {
    usn: 'U1',
    regNo: 'R1',
    department: 'Electronics',
    semester: 3,
    securityPreferences: DEFAULT_SECURITY_PREFERENCES,
    registeredDevices: [],
    passkeys: [],
    hasPin: false,
    selfieConsentAt: null,
  },
};
