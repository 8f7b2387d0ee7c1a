import { afterEach, describe, expect, test } from '@jest/globals';
import { answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { openArea } from './support/open-area.tsx';

afterEach(cleanup);

const source = (field: string, stated?: string) => ({
  source: 'files',
  statedAt: '2026-10-03T08:00:00.000Z',
  changedHere: [
    {
      field,
      ...(stated !== undefined && { stated }),
    },
  ],
});
const STATED_ON = /^Stated by the registry on Sat 3 Oct( 2026)?$/;

describe('the source of an imported object', () => {
  test('is shown for people', async () => {
    const person = {
      _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
      name: 'Ada Lovelace',
      email: 'ada@campus.example',
      userType: 'TEACHER',
      createdAt: '2026-09-01T08:00:00.000Z',
      suspendedAt: null,
      suspendedBecause: null,
    };
    openArea('/admin/people', {
      'GET /api/auth/people': answer([{ ...person, source: source('email', 'lovelace@campus.example') }]),
    });
    expect(await screen.findByText(STATED_ON)).toBeTruthy();
    const changed = 'Changed here: the registry states email address lovelace@campus.example';
    expect(screen.getByText(changed)).toBeTruthy();
  });

  test('is shown for rooms, even if the stated value is not text', async () => {
    const room = { _id: '66f000000000000000008001', name: 'B2', radius: 50, networks: [], version: 1 };
    openArea('/admin/rooms', { 'GET /api/rooms': answer([{ ...room, source: source('location') }]) });
    expect(await screen.findByText(STATED_ON)).toBeTruthy();
    expect(screen.getByText('Changed here: location')).toBeTruthy();
  });

  test('is shown for the staff of units, with the name of the imported role', async () => {
    const member = {
      unit: {
        _id: '66f000000000000000008001',
        name: 'Science',
        path: [],
      },
      user: {
        _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
        name: 'Ada Lovelace',
      },
      role: 'auditor',
      source: source('role', 'program-administrator'),
    };
    openArea('/admin/staff', { 'GET /api/units/staff': answer([member]) });
    expect(await screen.findByText(STATED_ON)).toBeTruthy();
    expect(screen.getByText('Changed here: the registry states role Program administrator')).toBeTruthy();
  });
});
