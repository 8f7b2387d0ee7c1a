/** First moment of a calendar day (`YYYY-MM-DD`) in the viewer's zone. Specification, section 5: From starts at 00:00:00. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00.000`).toISOString();

/** Last moment of a calendar day in the viewer's zone. Specification, section 5: To ends at 23:59:59. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
