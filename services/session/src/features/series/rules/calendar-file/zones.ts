import { valueOf, type Component } from './components.ts';
import { parseZoneDefinition, type TimeWindow } from './parse-zone-definition.ts';
import type { FileTime } from './file-time.ts';
import { namedZone, type Zone } from './zone.ts';
import { findDisplayedZone, findNamedZone } from './zone-names.ts';

export interface ZoneMatch {
  zone: Zone;
  /** The zone's name is unknown, so the only zone that the file defines is used. */
  isAssumed?: boolean;
}

const nameOf = (tzid: string): string => tzid.trim().replaceAll(/^"|"$/g, '').toLowerCase();

export const createZones = (components: Component[], window: TimeWindow, campusTimeZone: string) => {
  const descriptions = components.filter(({ kind }) => kind === 'VTIMEZONE');
  const zonesByName = new Map<string, ZoneMatch | undefined>();
  const readDescription = (description: Component | undefined): Zone | undefined => {
    if (!description) return undefined;
    const location = findNamedZone(valueOf(description, 'X-LIC-LOCATION') ?? '');
    return location === undefined ? parseZoneDefinition(description, window) : namedZone(location);
  };
  const find = (tzid: string): ZoneMatch | undefined => {
    const named = findNamedZone(tzid);
    if (named !== undefined) return { zone: namedZone(named) };
    const own = descriptions.filter((one) => nameOf(valueOf(one, 'TZID') ?? '') === nameOf(tzid));
    const described = own.map(readDescription).find((zone) => zone !== undefined);
    if (described) return { zone: described };
    const displayed = findDisplayedZone(tzid);
    if (displayed !== undefined) return { zone: namedZone(displayed) };
    const only = descriptions.length === 1 ? readDescription(descriptions[0]) : undefined;
    return only && { zone: only, isAssumed: true };
  };
  const [utc, campus] = [namedZone('UTC'), namedZone(campusTimeZone)];
  return {
    campus,
    /** Times without a zone are campus times. */
    zoneOf: ({ isUtc, tzid }: FileTime): ZoneMatch | undefined => {
      if (isUtc) return { zone: utc };
      if (tzid === undefined) return { zone: campus };
      if (!zonesByName.has(tzid)) zonesByName.set(tzid, find(tzid));
      return zonesByName.get(tzid);
    },
  };
};
export type Zones = ReturnType<typeof createZones>;
