export { RecoveryCodes } from './recovery-codes.tsx';
export { Setup } from './setup.tsx';
export { SetupStep } from './setup-step.tsx';
