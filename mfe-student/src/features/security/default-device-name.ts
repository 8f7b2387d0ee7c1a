const LENGTH = 50;

/** The browser's own description of itself, cut to what a name may hold. Specification, section 9. */
export const defaultDeviceName = (userAgent: string): string => userAgent.slice(0, LENGTH).trim();
