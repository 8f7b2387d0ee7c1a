import { randomUUID } from 'node:crypto';
import { republishedSchema } from '@qr-attendance/contracts';
import { securityChanged, userChanged, type Topic } from '@qr-attendance/contracts/events';
import type { System } from '@qr-attendance/stack';
import { createDevice, type Member } from '@qr-attendance/test-kit';
import pg from 'pg';
import { withFreshTokens } from './people.ts';

/**
 * Copies all data of a registered student under another id, address and key; password and PIN are the same. People who
 * are only on the roster have neither a password nor a PIN or a device.
 */
const SQL = `
  WITH copies AS (
    SELECT * FROM jsonb_to_recordset($2) AS c (id uuid, email text, device_id uuid, public_key jsonb)
  ), people AS (
    INSERT INTO users (id, name, email, email_key, user_type, password_hash, registered, institution_id, institution_key)
    SELECT c.id, u.name, c.email, c.email, u.user_type, CASE WHEN $3 THEN u.password_hash ELSE '' END, $3,
           c.id::text, c.id::text FROM copies c, users u WHERE u.id = $1
  ), details AS (
    INSERT INTO students (user_id, usn, reg_no, department, semester, require_pin, require_biometric,
                          require_device_verification, require_selfie, pin_salt, pin_hash, security_version)
    SELECT c.id, s.usn, s.reg_no, s.department, s.semester, s.require_pin, s.require_biometric,
           s.require_device_verification, s.require_selfie, CASE WHEN $3 THEN s.pin_salt END,
           CASE WHEN $3 THEN s.pin_hash END, s.security_version
      FROM copies c, students s WHERE s.user_id = $1
  )
  INSERT INTO devices (student_id, device_id, device_name, public_key)
  SELECT c.id, c.device_id, 'Phone', c.public_key FROM copies c WHERE $3`;

const announce = async ({ urls, secrets }: System, { name }: Topic): Promise<void> => {
  let after: string | undefined;
  do {
    const query = new URLSearchParams({ topic: name, ...(after === undefined ? {} : { after }) });
    const response = await fetch(`${urls.auth}/internal/republish?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets.internalToken}` },
    });
    if (!response.ok) throw new Error(`auth announces nothing: ${response.status}`);
    after = republishedSchema.parse(await response.json()).next;
  } while (after !== undefined);
};

/**
 * Copies a registered student in the auth database, because a thousand password hashes would take longer than the
 * measurement. The auth service then publishes the copies as usual.
 */
export const copyStudents = async (
  system: System,
  original: Member,
  count: number,
  { isRegistered }: { isRegistered: boolean },
): Promise<Member[]> => {
  const copies = Array.from({ length: count }, (): Member => {
    const [id, device] = [randomUUID(), createDevice()];
    return { ...original, id, email: `${id}@campus.example`, device, deviceId: device.deviceId };
  });
  const rows = copies.map(({ id, email, device: { deviceId, publicKey } }) => ({
    id,
    email,
    device_id: deviceId,
    public_key: publicKey,
  }));
  const client = new pg.Client({ connectionString: system.databases.auth });
  await client.connect();
  await client.query(SQL, [original.id, JSON.stringify(rows), isRegistered]);
  await client.end();
  await announce(system, userChanged);
  await announce(system, securityChanged);
  return withFreshTokens(system, copies);
};
