import { serviceNames } from '@qr-attendance/stack';
import { chooseByName } from '@qr-attendance/test-kit';
import { repeatEvents } from './events.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { killBroker, killGateway, killMongo, killPostgres, killRelay, killService } from './kill.ts';
import { upgrade } from '../upgrade/upgrade.ts';
import { rotation } from '../rotation/rotation.ts';
import { earlierServices } from '../upgrade/earlier-services.ts';
import { slowReport } from '../upgrade/slow-report.ts';
import { restore } from './restore.ts';
import { pauseReplica, rollingRestart, skewClock } from './slow.ts';

const shortList: Fault[] = [killService('attendance'), killBroker, killPostgres, killRelay, repeatEvents];

const fullList = (diskFolder: string | undefined): Fault[] => [
  ...serviceNames.map(killService),
  killGateway,
  killRelay,
  killBroker,
  killPostgres,
  killMongo,
  pauseReplica,
  fullDisk(diskFolder),
  repeatEvents,
  skewClock,
  rollingRestart,
  restore,
  rotation,
  upgrade,
  slowReport,
  earlierServices,
];

export const chooseFaults = ({
  short,
  only,
  diskFolder,
}: {
  short: boolean;
  only: string | undefined;
  diskFolder: string | undefined;
}): Fault[] => {
  return short && only === undefined ? shortList : chooseByName(fullList(diskFolder), only);
};
