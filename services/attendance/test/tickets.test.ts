import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  readPrivateKey,
  sharedKeyOf,
  type SigningKey,
  signToken,
  TICKET,
  type TokenKind,
} from '@qr-attendance/server';
import { createSecrets } from '@qr-attendance/stack';
import { startCampus, type Campus, type HeldClass } from './campus.ts';

const OLD = 'the secret before which still counts a while';
const NEW = 'the secret that the session service signs with';
let campus: Campus;
beforeAll(async () => {
  campus = await startCampus({ env: { attendance: { TICKET_SECRETS: `${NEW}, ${OLD}` } } });
});
afterAll(() => campus.stop());

const markBy = async (heldClass: HeldClass, index: number, key: SigningKey) => {
  const member = heldClass.members[index]!;
  const claims = { sub: member.user.id, sessionId: heldClass.session.id, courseId: heldClass.course.id };
  const kind: TokenKind = { ...TICKET, algorithm: key.key.type === 'secret' ? 'HS256' : 'ES256' };
  return heldClass.mark(member, { ticket: signToken(kind, key, { ...claims, jti: randomUUID() }, 120) });
};

it('a ticket signed with either secret is valid during a rotation', async () => {
  const heldClass = await campus.holdClass(2);
  for (const [index, secret] of [NEW, OLD].entries())
    expect(await markBy(heldClass, index, sharedKeyOf(secret))).toMatchObject({ status: 201 });
});

it('a ticket signed with any other secret or key is rejected, whatever key ID it names', async () => {
  const heldClass = await campus.holdClass(1);
  const { ticket, accessToken } = campus.services.secrets;
  const pair = readPrivateKey('ticket', ticket.privateKey);
  const other = sharedKeyOf('a secret that is unknown here');
  const foreign = [
    other,
    { ...other, kid: sharedKeyOf(NEW).kid },
    { ...other, kid: pair.kid },
    { ...pair, kid: sharedKeyOf(NEW).kid },
    { ...sharedKeyOf(ticket.publicKeys), kid: pair.kid },
    readPrivateKey('accessToken', accessToken.privateKey),
    readPrivateKey('ticket', createSecrets().ticket.privateKey),
  ];
  for (const key of foreign)
    expect(await markBy(heldClass, 0, key)).toMatchObject({ status: 403, body: { code: 'ticket_invalid' } });
});
