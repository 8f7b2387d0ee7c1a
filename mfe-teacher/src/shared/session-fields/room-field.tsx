import { routes, type ClassRoomName } from '@qr-attendance/contracts';
import { useDebounced } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const ROOMS_SHOWN = 50;

const labelOf = ({ name, building }: Pick<ClassRoomName, 'name' | 'building'>): string =>
  building ? `${name}, ${building}` : name;

/** Part of a form with `roomId`; nothing where the institution has entered no rooms. */
export const RoomField = ({ room }: { room?: ClassRoomName | undefined }) => {
  const { t } = useTranslation('teacher');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const { data: rooms = [] } = useApiQuery(
    routes.session.listRooms,
    { query: { limit: ROOMS_SHOWN, search } },
    { placeholderData: keepPreviousData },
  );
  const options = rooms.map((one) => ({ value: one._id, label: labelOf(one) }));
  if (room && search === '' && !options.some(({ value }) => value === room.id))
    options.unshift({ value: room.id, label: labelOf(room) });
  if (options.length === 0 && search === '') return null;
  return (
    <Form.Item name="roomId" label={t('plan.room')} extra={t('plan.roomHelp')}>
      <Select
        // The server searches, because an institution can have thousands of rooms.
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        options={search === '' ? [{ value: '', label: t('plan.noRoom') }, ...options] : options}
        notFoundContent={t('plan.noRoomFound')}
      />
    </Form.Item>
  );
};
