import { allows, type Action } from '@qr-attendance/contracts';

/** Pages hide what the server would refuse. `role` is the caller's, as the server answered it. */
export const may = ({ role }: { role?: string | undefined }, action: Action): boolean => allows(role, action);
