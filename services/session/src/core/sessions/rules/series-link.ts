import { isDeepStrictEqual } from 'node:util';
import type { SessionSeries } from '../../../db/stored-session.ts';
import type { Place } from '../../rooms/rules/place.ts';
import type { Session } from './session.ts';

export const timeOf = ({ startTime, endTime }: Pick<Session, 'startTime' | 'endTime'>) => [
  startTime,
  endTime,
];
export const placeOf = ({ roomId, online }: Pick<SessionSeries, 'roomId' | 'online'>) => [
  roomId,
  online ?? false,
];
const placeOfSession = ({ room, online }: Pick<Place, 'room' | 'online'>) =>
  placeOf({ roomId: room?.id, online: online ?? false });

export const followsTime = (session: Session, link: SessionSeries): boolean =>
  isDeepStrictEqual(timeOf(session), timeOf(link));
export const followsPlace = (session: Session, link: SessionSeries): boolean =>
  isDeepStrictEqual(placeOfSession(session), placeOf(link));
