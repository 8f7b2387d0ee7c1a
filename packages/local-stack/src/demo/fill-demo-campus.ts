import type { System } from '../system/start-system.ts';

export const fillDemoCampus = async (system: System): Promise<string> => `none yet at ${system.url}`;
