import { LOCATION_RADIUS, MAX_CAPACITY, type Room } from '@qr-attendance/contracts';
import { Drawer, EditForm, Failure } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveRoom, type NewRoom } from '../api.ts';

type NumberInput = number | null | undefined;
interface Values extends Omit<NewRoom, 'capacity' | 'location'> {
  capacity: NumberInput;
  latitude: NumberInput;
  longitude: NumberInput;
}

const valuesOf = (room: Room | undefined): Values => ({
  name: room?.name ?? '',
  building: room?.building,
  capacity: room?.capacity,
  latitude: room?.location?.latitude,
  longitude: room?.location?.longitude,
  radius: room?.radius ?? LOCATION_RADIUS.default,
  networks: room?.networks ?? [],
  externalId: room?.externalId,
});

const isNumber = (value: unknown): value is number => typeof value === 'number';

const toRoom = ({ capacity, latitude, longitude, ...room }: Values): NewRoom => ({
  ...room,
  capacity: capacity ?? undefined,
  location: isNumber(latitude) && isNumber(longitude) ? { latitude, longitude } : undefined,
});

export const RoomDrawer = ({ room, onClose }: { room: Room | undefined; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const [initialRoom] = useState(room);
  const save = useSaveRoom(initialRoom);
  const title = initialRoom ? t('rooms.editOf', { name: initialRoom.name }) : t('rooms.add');
  /** Latitude and longitude are useless without each other. */
  const together = (other: 'latitude' | 'longitude') => ({
    dependencies: [other],
    rules: [
      ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
        validator: async (_rule: unknown, value: unknown) => {
          if (!isNumber(value) && isNumber(getFieldValue(other))) throw new Error(t('rooms.bothNumbers'));
        },
      }),
    ],
  });
  return (
    <Drawer title={title} onClose={onClose}>
      <EditForm<Values>
        name={title}
        initialValues={valuesOf(initialRoom)}
        mutation={save}
        send={(values, outcome) => save.mutate(toRoom(values), outcome)}
        fields={['name', 'building', 'externalId', 'networks']}
        done={({ name }) => t('rooms.saved', { name })}
        confirm={t('rooms.save')}
        onClose={onClose}
      >
        <Form.Item
          name="name"
          label={t('rooms.name')}
          rules={[{ required: true, whitespace: true, message: t('required', { field: t('rooms.name') }) }]}
        >
          <Input maxLength={100} autoComplete="off" dir="auto" />
        </Form.Item>
        <Form.Item name="building" label={t('rooms.building')}>
          <Input maxLength={100} autoComplete="off" dir="auto" />
        </Form.Item>
        <Form.Item name="capacity" label={t('rooms.capacity')}>
          <InputNumber inputMode="numeric" precision={0} min={1} max={MAX_CAPACITY} className="field-width" />
        </Form.Item>
        <Form.Item name="latitude" label={t('rooms.latitude')} {...together('longitude')}>
          <InputNumber inputMode="decimal" min={-90} max={90} className="field-width" />
        </Form.Item>
        <Form.Item
          name="longitude"
          label={t('rooms.longitude')}
          extra={t('rooms.locationHelp')}
          {...together('latitude')}
        >
          <InputNumber inputMode="decimal" min={-180} max={180} className="field-width" />
        </Form.Item>
        <Form.Item
          name="radius"
          label={t('rooms.radius')}
          rules={[{ required: true, message: t('required', { field: t('rooms.radius') }) }]}
        >
          <InputNumber
            inputMode="numeric"
            precision={0}
            min={LOCATION_RADIUS.min}
            max={LOCATION_RADIUS.max}
            className="field-width"
          />
        </Form.Item>
        <Form.Item name="networks" label={t('rooms.networks')} extra={t('rooms.networksHelp')}>
          <Select mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
        </Form.Item>
        <Form.Item name="externalId" label={t('units.externalId')} extra={t('units.externalIdHelp')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Failure error={save.error} text={t('rooms.saveFailed')} />
      </EditForm>
    </Drawer>
  );
};
