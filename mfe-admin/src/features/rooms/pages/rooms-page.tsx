import type { Room } from '@qr-attendance/contracts';
import {
  Button,
  Card,
  ConfirmActionDialog,
  EmptyState,
  FilterBar,
  PageHeader,
  PagesView,
  PlainList,
  PlainRow,
  SourceNote,
  useSearchText,
} from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../shared/search-input.tsx';
import { useDeleteRoom, useRooms } from '../api.ts';
import { RoomDrawer } from '../components/room-drawer.tsx';

type RoomDialogState = { action: 'add' } | { action: 'edit' | 'delete'; room: Room };

const DeleteRoom = ({ room, onClose }: { room: Room; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const remove = useDeleteRoom();
  const { name } = room;
  return (
    <ConfirmActionDialog
      title={t('units.deleteOf', { name })}
      text={t('rooms.deleteText')}
      confirm={t('units.delete')}
      act={() => remove.mutateAsync(room)}
      onGiveUp={remove.cancel}
      done={t('units.deleteDone', { name })}
      failure={t('rooms.deleteFailed')}
      onClose={onClose}
    />
  );
};

export const RoomsPage = () => {
  const { t } = useTranslation('admin');
  const { search, ...text } = useSearchText();
  const rooms = useRooms(search);
  const [asked, setAsked] = useState<RoomDialogState>();
  const close = () => setAsked(undefined);
  const detailOf = ({ building, capacity, location }: Room) =>
    [
      building,
      ...(capacity === undefined ? [] : [t('rooms.seats', { count: capacity })]),
      ...(location ? [] : [t('rooms.noLocation')]),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      <PageHeader
        title={t('rooms.title')}
        help={t('rooms.help')}
        action={
          <Button type="primary" onClick={() => setAsked({ action: 'add' })}>
            {t('rooms.add')}
          </Button>
        }
      />
      <FilterBar>
        <SearchInput label={t('units.search')} {...text} />
      </FilterBar>
      <PagesView pages={rooms} errorMessage={t('rooms.failed')}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState message={t(search ? 'rooms.noMatch' : 'rooms.none')} />
          ) : (
            <Card list>
              <PlainList>
                {all.map((room) => (
                  <PlainRow
                    key={room._id}
                    title={<bdi>{room.name}</bdi>}
                    detail={
                      <>
                        {detailOf(room)}
                        <SourceNote source={room.source} />
                      </>
                    }
                    aside={
                      <div className="admin-table-actions">
                        {(['edit', 'delete'] as const).map((action) => (
                          <Button
                            key={action}
                            type="text"
                            size="small"
                            aria-label={t(`units.${action}Of`, { name: room.name })}
                            onClick={() => setAsked({ action, room })}
                          >
                            {t(`units.${action}`)}
                          </Button>
                        ))}
                      </div>
                    }
                  />
                ))}
              </PlainList>
            </Card>
          )
        }
      </PagesView>
      {asked?.action === 'delete' && <DeleteRoom room={asked.room} onClose={close} />}
      {asked && asked.action !== 'delete' && (
        <RoomDrawer room={asked.action === 'edit' ? asked.room : undefined} onClose={close} />
      )}
    </>
  );
};
