import type { Step } from '../system/start-system.ts';

/** Prints each step as it runs and how long it took. */
export const printStep: Step = async (title, work) => {
  const began = performance.now();
  process.stdout.write(`  ${title} … `);
  try {
    const result = await work();
    process.stdout.write(`done (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
};
