import { startServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import { sampleIdsOf, seedYears } from './seed.ts';
import { SHAPES } from './shape.ts';

export type Size = keyof typeof SHAPES;

export const openCampus = async (size: Size, log: (text: string) => void) => {
  const shape = SHAPES[size];
  const services = await startServices(['attendance'], { asProcesses: true });
  const client = new pg.Client({ connectionString: services.databases.attendance });
  await client.connect();
  const began = performance.now();
  try {
    await seedYears(client, shape);
  } finally {
    await client.end();
  }
  log(`${size} marks after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return { size, shape, asked: sampleIdsOf(shape), services };
};
export type OpenCampus = Awaited<ReturnType<typeof openCampus>>;
