import type { Step } from '@qr-attendance/stack';

export const createPrintStep =
  (signal: AbortSignal): Step =>
  async (title, work) => {
    const began = performance.now();
    process.stdout.write(`  ${title} … `);
    try {
      const result = await work((part) => void process.stdout.write(`${part} … `));
      process.stdout.write(`done (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
      return result;
    } catch (error) {
      process.stdout.write(signal.aborted ? 'broken off\n' : 'failed\n');
      throw error;
    }
  };
