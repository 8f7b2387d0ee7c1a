import { allows, type Action } from '@qr-attendance/contracts';

/** Whether the caller's role allows an action; pages hide what the server would reject. */
export const may = ({ role }: { role?: string | undefined }, action: Action): boolean => allows(role, action);
