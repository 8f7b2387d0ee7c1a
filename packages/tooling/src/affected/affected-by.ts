import { type Deployable, deployables, imageInputsOf } from '@qr-attendance/stack';

const isWithin = (file: string, input: string): boolean => file === input || file.startsWith(`${input}/`);

export const affectedBy = (files: readonly string[]): Deployable[] =>
  deployables.filter((name) => {
    const inputs = imageInputsOf(name);
    return files.some((file) => inputs.some((input) => isWithin(file, input)));
  });
