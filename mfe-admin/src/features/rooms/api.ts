import { routes, type Complete, type InputOf, type Room } from '@qr-attendance/contracts';
import { apiKey, useApiMutation, useApiPages } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROOMS = apiKey(routes.session.listRooms);
const PAGE = 50;

export type NewRoom = Complete<InputOf<typeof routes.session.createRoom, 'body'>>;

export const useRooms = (search: string) =>
  useApiPages(
    routes.session.listRooms,
    { query: { search } },
    { limit: PAGE, placeholderData: keepPreviousData },
  );

export const useSaveRoom = (existing: Room | undefined) => {
  const reload = { refetches: [ROOMS] };
  const create = useApiMutation(routes.session.createRoom, (room: NewRoom) => ({ body: room }), reload);
  const edit = useApiMutation(
    routes.session.editRoom,
    (room: NewRoom) => ({
      params: { id: existing?._id ?? '' },
      body: { ...room, version: existing?.version ?? 0 },
    }),
    reload,
  );
  return existing ? edit : create;
};

export const useDeleteRoom = () =>
  useApiMutation(routes.session.deleteRoom, ({ _id }: Room) => ({ params: { id: _id } }), {
    refetches: [ROOMS],
  });
