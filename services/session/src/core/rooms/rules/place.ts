import type { Classroom, ClassRoomName } from '@qr-attendance/contracts';

export interface Place {
  room?: ClassRoomName;
  online?: boolean;
  location?: Classroom | undefined;
  /** Present if the location was newly chosen; marks are then accepted only from these networks. */
  networks?: string[];
}
export interface PlaceChoice {
  roomId?: string | undefined;
  online?: boolean | undefined;
}

export const isSamePlace = (
  before: Pick<Place, 'room' | 'online'>,
  { roomId, online = false }: PlaceChoice,
): boolean => (before.online ?? false) === online && (online || before.room?.id === roomId);
